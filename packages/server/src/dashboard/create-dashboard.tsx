/** @jsxImportSource hono/jsx */
import { type Logger, type Outcome, TraceError } from "@metis-curate/core";
import { type Context, Hono } from "hono";
import type { StatusCode } from "hono/utils/http-status";
import { type Asset, loadAssets } from "./assets/load-assets.ts";
import { DASHBOARD_POLICY } from "./content-security-policy.ts";
import type { DashboardData } from "./data/dashboard-data.ts";
import { linksFrom } from "./links.ts";
import { MessagePage } from "./pages/message-page.tsx";
import { OverviewPage } from "./pages/overview-page.tsx";
import { RunPage } from "./pages/run-page.tsx";
import { RunsPage } from "./pages/runs-page.tsx";
import { SkillPage } from "./pages/skill-page.tsx";
import { SkillsPage } from "./pages/skills-page.tsx";
import { RUNS_OFFER } from "./query/runs-table.ts";
import { SKILLS_OFFER } from "./query/skills-table.ts";
import { decodeTableQuery } from "./query/table-query.ts";
import { shellWord } from "./text/shell-word.ts";
import { visibleText } from "./text/visible-text.ts";
import type { View } from "./view.ts";

const STYLES = [
  "base.css",
  "layout.css",
  "parts.css",
  "acts.css",
  "texts.css",
  "tables.css",
  "charts.css",
  "uplot.css",
] as const;
const US_PER_MS = 1_000;

export interface DashboardDeps {
  readonly data: DashboardData;
  readonly logger?: Logger;
}

/** What a page is made of. */
type PageNode = ReturnType<typeof MessagePage>;

/**
 * The dashboard of one root as an app of its own: `/`, `/skills`, `/skills/:name`, `/runs`, `/runs/:id` and
 * `/assets/:file`. Mount it anywhere: its links are relative. What cannot be read is a page with status 503 that
 * says what to do; what does not exist one with 404.
 */
export function createDashboard({ data, logger }: DashboardDeps): Hono {
  const assets = loadAssets();
  const app = new Hono();
  app.get("/assets/:file", (c, next) => {
    const asset = assets.get(c.req.param("file"));
    return asset === undefined ? next() : sendAsset(c, asset);
  });
  app.get("/", async (c) =>
    answer(c, data, 0, await data.overview(), (view, value) => <OverviewPage view={view} data={value} />),
  );
  app.get("/skills", async (c) => {
    const query = decodeTableQuery(new URL(c.req.url).searchParams, SKILLS_OFFER);
    return answer(c, data, 1, await data.skills(), (view, value) => (
      <SkillsPage view={view} data={value} query={query} />
    ));
  });
  app.get("/skills/:name", async (c) => {
    const name = c.req.param("name");
    return answer(c, data, 2, await data.findSkill(name), (view, value) =>
      value === null ? (
        <MessagePage
          view={view}
          title="No such skill"
          what={`There is no skill ${name} here.`}
          hint="What the curator knows of that name:"
          command={`${view.commandLine} explain ${shellWord(name)}`}
        />
      ) : (
        <SkillPage view={view} data={value} />
      ),
    );
  });
  app.get("/runs", async (c) => {
    const query = decodeTableQuery(new URL(c.req.url).searchParams, RUNS_OFFER);
    return answer(c, data, 1, await data.runs(query.after === "" ? null : query.after), (view, value) => (
      <RunsPage view={view} data={value} query={query} />
    ));
  });
  app.get("/runs/:id", async (c) => {
    const id = c.req.param("id");
    return answer(c, data, 2, await data.findRun(id), (view, value) =>
      value === null ? (
        <MessagePage
          view={view}
          title="No such run"
          what={`The trace has no run ${id}.`}
          hint="What was done here:"
          command={`${view.commandLine} history`}
        />
      ) : (
        <RunPage view={view} run={value} />
      ),
    );
  });
  app.onError((error, c) => {
    logger?.log("error", `${c.req.method} ${c.req.path}: ${error.message}`);
    return troublePage(c, data, error);
  });
  return app;
}

/**
 * Answers a browser that asked for what does not exist with a page, 404. `base` is the path that another app
 * mounted this one under; empty for none.
 */
export function answerMissing(c: Context, data: DashboardData, base: string): Response {
  const { pathname } = new URL(c.req.url);
  const own = pathname.startsWith(base) ? pathname.slice(base.length) : pathname;
  const view = viewOf(c, data, own.split("/").length - 1);
  c.header("Vary", "Accept");
  return send(
    c,
    <MessagePage
      view={view}
      title="No such page"
      what={`There is nothing at ${own}.`}
      hint="The pages are the overview, skills and runs above. On the command line:"
      command={`${view.commandLine} status`}
    />,
    404,
  );
}

function answer<T>(
  c: Context,
  data: DashboardData,
  depth: number,
  outcome: Outcome<T>,
  pageOf: (view: View, value: T) => PageNode,
): Response {
  const view = viewOf(c, data, depth);
  if (!outcome.ok) return send(c, refusalPage(view, outcome.refusal.message), 503);
  return send(c, pageOf(view, outcome.value), outcome.value === null ? 404 : 200);
}

function viewOf(c: Context, data: DashboardData, depth: number): View {
  const links = linksFrom(new URL(c.req.url).pathname, depth);
  return {
    links,
    nowMs: data.nowUs() / US_PER_MS,
    commandLine: data.commandLine,
    version: data.version,
    assets: {
      styles: STYLES.map((file) => links.asset(file)),
      scripts: [links.asset("dashboard.js")],
      icon: links.asset("icon.svg"),
    },
  };
}

function refusalPage(view: View, message: string): PageNode {
  return (
    <MessagePage
      view={view}
      title="This cannot be read now"
      what={message}
      hint="What is wrong, and what mends it:"
      command={`${view.commandLine} doctor`}
    />
  );
}

/** A bug shows nothing of itself; the log has it. */
function troublePage(c: Context, data: DashboardData, error: Error): Response {
  const { pathname } = new URL(c.req.url);
  const depth = /\/(?:skills|runs)\/[^/]+$/.test(pathname) ? 2 : Number(/\/(?:skills|runs)$/.test(pathname));
  const view = viewOf(c, data, depth);
  if (error instanceof TraceError) return send(c, refusalPage(view, error.message), 503);
  return send(c, refusalPage(view, "Something went wrong inside this program; its log says more."), 500);
}

function send(c: Context, page: PageNode, status: StatusCode): Response {
  c.header("Content-Security-Policy", DASHBOARD_POLICY);
  c.header("Content-Type", "text/html; charset=utf-8");
  c.header("Cache-Control", "no-store");
  c.status(status);
  // Markup has no hidden character of its own, so whatever a text brought is written out here, wherever it stands.
  return c.body(visibleText(`<!doctype html>${page}`));
}

function sendAsset(c: Context, asset: Asset): Response {
  const tag = `"${asset.hash}"`;
  c.header("ETag", tag);
  c.header("Cache-Control", "no-cache");
  if (isKnown(c.req.header("If-None-Match"), tag)) return c.body(null, 304);
  c.header("Content-Type", asset.type);
  return c.body(asset.bytes);
}

/** A list of tags, weak or not, or any (RFC 9110, 13.1.2). */
function isKnown(header: string | undefined, tag: string): boolean {
  const tags = (header ?? "").split(",").map((one) => one.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(tag);
}
