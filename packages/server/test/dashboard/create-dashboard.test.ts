import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createCurator, TraceError } from "@metis-curate/core";
import { memoryLogger } from "@metis-curate/testkit";
import { Hono } from "hono";
import { createDashboard } from "../../src/dashboard/create-dashboard.tsx";
import { createCuratorApp } from "../../src/index.ts";
import { refusing, strangersData } from "./support/fake-data.ts";
import { PAID_RUN_ID } from "./support/paid-run.ts";
import { appDepsOf, emptyRoot, sampleRoot } from "./support/sample-root.ts";

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const DASHBOARD = join(import.meta.dir, "../../src/dashboard");

async function htmlOf(app: Hono, path: string, status = 200): Promise<string> {
  const response = await app.request(path);
  expect({ path, status: response.status }).toEqual({ path, status });
  expect(response.headers.get("content-security-policy")).toBe(POLICY);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("no-store");
  return response.text();
}

test("what was undone is no longer offered to be undone", async () => {
  const root = await sampleRoot();
  const app = createCuratorApp(appDepsOf(root));
  const runIds: string[] = [];
  for (let rest = 5; rest > 0; rest -= 1) {
    const html = await htmlOf(app, "/");
    const command = /<span>undo<\/span> <span>([^<]+)<\/span>/.exec(html)?.[1];
    // The paid run of the sample is events alone: nobody can undo it.
    if (command === undefined || runIds.includes(command)) break;
    expect(await htmlOf(app, `/runs/${command}`)).toContain("Undo what is left of it");
    root.clock.advanceUs(1_000_000);
    expect((await createCurator(root.deps).undo(command)).ok).toBe(true);
    runIds.push(command);
  }
  expect(runIds.length).toBeGreaterThanOrEqual(2);
  for (const runId of runIds.slice(0, 2)) {
    expect(await htmlOf(app, `/runs/${runId}`)).toContain("Nothing of it is left to undo.");
  }
});

describe("the dashboard of a curated root", async () => {
  const app = createCuratorApp(appDepsOf(await sampleRoot()));

  test("the overview answers what was done, what it cost, what comes next and how to undo it", async () => {
    const html = await htmlOf(app, "/");
    for (const question of [
      "What did it do?",
      "What did it cost?",
      "What would it do next?",
      "What can I undo?",
    ]) {
      expect(html).toContain(question);
    }
    expect(html).toMatch(/<code><span>metis-curate<\/span> <span>.<\/span> <span>undo<\/span>/);
    expect(html).toContain("$0.205");
  });

  test("the overview draws four charts with their numbers", async () => {
    const html = await htmlOf(app, "/");
    expect(html.match(/<svg class="bars"/g)).toHaveLength(4);
    for (const title of ["Spend per day", "Actions per run", "Loads per week", "Library size"]) {
      expect(html).toContain(`<h3>${title}</h3>`);
    }
    expect(html).toContain(
      `<th scope="row">2026-05-27</th><td class="numeric" data-amount="0.205">$0.205</td>`,
    );
  });

  test("the skills page lists, filters and sorts", async () => {
    const names = async (query: string) =>
      [...(await htmlOf(app, `/skills${query}`)).matchAll(/<th scope="row"><a [^>]*><bdi>([^<]*)</g)].map(
        ([, name]) => name,
      );
    expect(await names("?show=archived")).toEqual(["never-used", "notes-release", "old-report"]);
    expect((await names("?sort=loads&show=live")).slice(0, 3)).toEqual([
      "deploy-web",
      "call-tool",
      "release-notes",
    ]);
    expect(await names("?q=YEARLY")).toEqual([]);
    expect(await names("?q=house+person")).toEqual(["house-rules"]);
    expect(await htmlOf(app, "/skills?q=nothing+like+that")).toContain("No skill matches.");
  });

  test("a skill's page shows its text, its lineage in a picture and in words, and what can be done", async () => {
    const html = await htmlOf(app, "/skills/release-notes");
    expect(html).toContain("git log --oneline");
    expect(html).toContain("Merged into it:");
    expect(html).toContain(`<g class="node node-self">`);
    expect(html).toContain("What the curator thinks");
    expect(html).toContain("<span>pin</span> <span>release-notes</span>");
  });

  test("a version that a run made is shown as a diff, line by line", async () => {
    const html = await htmlOf(app, "/skills/call-tool");
    expect(html).toContain("The tool was renamed.");
    expect(html).toContain(`<del dir="auto">-1. call old_tool\n</del>`);
    expect(html).toContain(`<ins dir="auto">+1. call &lt;b&gt;new_tool&lt;/b&gt;\n</ins>`);
  });

  test("an archived skill says what it was merged into and how it comes back", async () => {
    const html = await htmlOf(app, "/skills/notes-release");
    expect(html).toContain("It was merged into");
    expect(html).toContain("<span>restore</span> <span>notes-release</span>");
    expect(html).toContain("git log --oneline");
  });

  test("a run's page shows every action with its reasons, the ledger, the skips and the calls", async () => {
    const html = await htmlOf(app, `/runs/${PAID_RUN_ID}`);
    for (const shown of [
      "The command changed its name.",
      "Ledger: kept 13, dropped 1, 93 % of code, commands and links, 81 % of the words.",
      "the new script cleans by itself",
      "Headings not carried over: <bdi>Notes for 2023</bdi>",
      "3 candidates more than a run takes",
      "never came",
      "≤ $0.02",
      "per_run_max_usd",
      "stopped at the cap of a run",
    ]) {
      expect(html).toContain(shown);
    }
  });

  test.each([
    ["house-rules", ["pin", "archive --force", "adopt"]],
    ["drafted", ["pin", "archive", "disown"]],
    ["deploy-web", ["pin", "archive", "disown", "adopt"]],
    ["old-report", ["restore"]],
  ])("%s can be acted on by %p", async (name, verbs) => {
    const [, section = ""] = (await htmlOf(app, `/skills/${name}`)).split(`id="commands"`);
    const [commands = ""] = section.split("</dl>");
    const lines = [...commands.matchAll(/<code>(.*?)<\/code>/g)].map(([, code = ""]) =>
      code.replaceAll(/<[^>]*>/g, ""),
    );
    expect(lines).toEqual(
      verbs.map((verb) => {
        const [word, ...options] = verb.split(" ");
        return ["metis-curate", ".", word, name, ...options].join(" ");
      }),
    );
  });

  test("a page asked for by HEAD has the same headers and no text", async () => {
    const response = await app.request("/skills", { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
    expect(response.headers.get("content-security-policy")).toBe(POLICY);
  });

  test("a hostile name is a link to its own page", async () => {
    const html = await htmlOf(app, `/skills/${encodeURIComponent("$(touch owned)")}`);
    expect(html).toContain("&#39;$(touch</span> <span>owned)&#39;");
  });

  test.each([
    "/skills/no-such-skill",
    "/runs/no-such-run",
    "/skills/%00",
    "/skills/%E0%A4%A",
    "/runs/%F0%9F%91%A9",
  ])("%s is a page that says it does not exist", async (path) => {
    expect(await htmlOf(app, path, 404)).toMatch(/No such (?:skill|run)/);
  });

  test("a page of runs after a cursor of something else is the first", async () => {
    expect(await htmlOf(app, "/runs?after=nonsense")).toContain(PAID_RUN_ID);
  });
});

describe("the dashboard of a root in which nothing happened", () => {
  const app = createCuratorApp(appDepsOf(emptyRoot()));

  test.each([
    ["/", "--dry-run"],
    ["/skills", "--list"],
    ["/runs", "--dry-run"],
  ])("%s says what to do: %s", async (path, option) => {
    const html = await htmlOf(app, path);
    expect(html).toContain(`<code><span>metis-curate</span> <span>.</span> <span>${option}</span></code>`);
  });
});

describe("older runs", () => {
  const app = createDashboard({ data: strangersData({ name: "a", text: "b" }) });

  test("are a link away, and stay while one searches and sorts", async () => {
    expect(await htmlOf(app, "/runs")).toContain(`<a href="?after=b">Older runs</a>`);
    const html = await htmlOf(app, "/runs?after=b");
    expect(html).toContain(`<a href="./runs">Newest runs</a>`);
    expect(html).toContain(`<input type="hidden" name="after" value="b"/>`);
    expect(html).toContain(`href="?sort=spend&amp;after=b"`);
  });
});

describe("what cannot be read", () => {
  test.each(["/", "/skills", "/skills/a", "/runs", "/runs/a"])(
    "%s says why, and what mends it",
    async (path) => {
      const html = await htmlOf(createDashboard({ data: refusing("the trace is <locked>") }), path, 503);
      expect(html).toContain("the trace is &lt;locked&gt;");
      expect(html).toContain("<span>doctor</span>");
    },
  );

  test("an error of the trace is a page too, a bug one that tells nothing of itself", async () => {
    const logger = memoryLogger();
    const failing = (error: Error) =>
      createDashboard({
        logger,
        data: { ...strangersData({ name: "a", text: "a" }), overview: () => Promise.reject(error) },
      });
    expect(await htmlOf(failing(new TraceError("locked", "another program holds it")), "/", 503)).toContain(
      "another program holds it",
    );
    const html = await htmlOf(failing(new Error("secret detail")), "/", 500);
    expect(html).not.toContain("secret detail");
    expect(logger.messages("error").at(-1)).toContain("secret detail");
  });
});

describe("files of the pages", () => {
  const app = createDashboard({ data: strangersData({ name: "a", text: "a" }) });

  test("every file a page names is there, with its type, and asked about again by its tag", async () => {
    const html = await htmlOf(app, "/skills");
    const files = [...html.matchAll(/(?:href|src)="\.\/(assets\/[^"]+)"/g)].map(([, file]) => `/${file}`);
    expect(files.length).toBeGreaterThanOrEqual(7);
    for (const file of [...files, "/assets/uplot.js"]) {
      const response = await app.request(file);
      expect({ file, status: response.status }).toEqual({ file, status: 200 });
      const tag = response.headers.get("etag") ?? "";
      expect(tag).toMatch(/^"[0-9a-f]{12}"$/);
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
        expect((await app.request(file, { headers: { "If-None-Match": known } })).status).toBe(304);
      }
      expect((await app.request(file, { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
    }
  });

  test.each(["/assets/nothing.css", "/assets/..%2Flinks.ts", "/assets/load-assets.ts"])(
    "%s is no file of it",
    async (path) => {
      expect((await app.request(path)).status).toBe(404);
    },
  );

  test("scripts and styles name nothing outside this server", () => {
    for (const file of readdirSync(join(DASHBOARD, "assets")).filter((name) => /\.(?:js|css)$/.test(name))) {
      expect({
        file,
        found: readFileSync(join(DASHBOARD, "assets", file), "utf8").match(/https?:|\/\/[a-z]+\./),
      }).toEqual({
        file,
        found: null,
      });
    }
  });
});

test("the dashboard keeps its links and policy inside another app", async () => {
  const app = new Hono().route(
    "/some/where",
    createDashboard({ data: strangersData({ name: "a", text: "a" }) }),
  );
  expect(await htmlOf(app, "/some/where")).toContain(`href="./where/skills"`);
  expect(await htmlOf(app, "/some/where/skills/a")).toContain(`href="../assets/base.css"`);
});

test("every file with JSX names the library that renders it, for runtimes that read no tsconfig", () => {
  const files = readdirSync(DASHBOARD, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".tsx"),
  );
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) {
    expect({ file, first: readFileSync(join(DASHBOARD, file), "utf8").split("\n")[0] }).toEqual({
      file,
      first: "/** @jsxImportSource hono/jsx */",
    });
  }
});
