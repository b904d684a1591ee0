import { expect, test } from "bun:test";
import { TraceError } from "@metis-curate/core";
import { agentSkill, memoryTraceStore } from "@metis-curate/testkit";
import { LibraryUnavailable } from "../../src/index.ts";
import { curatorApp, eventAt, type TestedApp } from "../support/curator-app.ts";

async function scrape({ app }: TestedApp): Promise<readonly string[]> {
  const response = await app.request("/metrics");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toStartWith("text/plain; version=0.0.4");
  return (await response.text()).split("\n");
}

test("tells runs, actions, spend and skills of the served root", async () => {
  const tested = curatorApp({ skills: [agentSkill("deploy")] });
  const own = { root: tested.rootKey, curator_run_id: "run-1" };
  const curated = { ...own, skill_id: "x", curator_cost_usd: "0.25" };
  await tested.trace.append(
    [
      eventAt("a", "2020-05-30T00:00:00Z", "curator.run_started", own),
      eventAt("b", "2020-05-30T00:00:00Z", "skill.curated", { ...curated, action: "archive" }),
      eventAt("c", "2020-05-30T00:00:00Z", "skill.curated", { ...curated, action: 'made"up\n' }),
      eventAt("d", "2020-05-30T00:00:00Z", "curator.run_finished", {
        ...own,
        throttled_reason: "per_day_cap",
      }),
    ],
    "normal",
  );
  const lines = await scrape(tested);
  for (const line of [
    "metis_curate_trace_up 1",
    "metis_curate_library_up 1",
    "metis_curate_runs 1",
    "metis_curate_runs_throttled 1",
    'metis_curate_actions{action="archive"} 1',
    'metis_curate_actions{action="other"} 1',
    "metis_curate_spend_usd 0.5",
    'metis_curate_skills{state="active"} 1',
    'metis_curate_build_info{version="1.2.3"} 1',
  ]) {
    expect(lines).toContain(line);
  }
});

test("answers are counted by the pattern of their route, never by path", async () => {
  const tested = curatorApp();
  for (const path of ["/healthz", "/analytics/curator/runs/a", "/analytics/curator/runs/b", "/x/1", "/x/2"]) {
    await tested.app.request(path);
  }
  await tested.app.request("/healthz", { headers: { host: "evil.example" } });
  const lines = await scrape(tested);
  expect(lines.filter((line) => line.startsWith("metis_curate_http_requests_total")).sort()).toEqual([
    'metis_curate_http_requests_total{route="/analytics/curator/runs/:id",status="404"} 2',
    'metis_curate_http_requests_total{route="/healthz",status="200"} 1',
    'metis_curate_http_requests_total{route="/healthz",status="403"} 1',
    'metis_curate_http_requests_total{route="other",status="404"} 2',
  ]);
});

test("two apps of one process share nothing", async () => {
  const first = curatorApp();
  const second = curatorApp();
  await first.app.request("/healthz");
  expect((await scrape(second)).join("\n")).not.toContain('route="/healthz"');
});

test("what cannot be read is down, and the rest is told", async () => {
  const fail = () => Promise.reject(new TraceError("locked", "locked"));
  const refusal = { kind: "unreadable", message: "no", exitCode: 3 } as const;
  const tested = curatorApp({
    app: {
      trace: { ...memoryTraceStore(), summarizeCurator: fail },
      countSkills: () => Promise.reject(new LibraryUnavailable(refusal)),
    },
  });
  const lines = await scrape(tested);
  expect(lines).toContain("metis_curate_trace_up 0");
  expect(lines).toContain("metis_curate_library_up 0");
});
