import { describe, expect, test } from "bun:test";
import { createRedactor, type SecretFinder } from "@metis-curate/core";
import { agentSkill, curatorFixture } from "@metis-curate/testkit";
import { createDashboardData } from "../../../src/dashboard/data/create-dashboard-data.ts";
import { PAID_RUN_ID, paidRun } from "../support/paid-run.ts";
import { appDepsOf, sampleRoot } from "../support/sample-root.ts";

const SECRET = "sk-live-0123456789";
const secrets: SecretFinder = {
  findSecrets: async (text) =>
    [...text.matchAll(new RegExp(SECRET, "g"))].map(({ index }) => ({
      start: index,
      end: index + SECRET.length,
      kind: "test-key",
    })),
};

function dataOf(fixture: Awaited<ReturnType<typeof sampleRoot>>) {
  const deps = { ...appDepsOf(fixture), secrets };
  return createDashboardData({ ...deps, redactor: createRedactor(secrets) });
}

describe("the dashboard's data", () => {
  test("has no secret in any text", async () => {
    const data = dataOf(
      curatorFixture({
        skills: [
          agentSkill("leaky", {
            description: `Uses ${SECRET} to log in.`,
            body: `# Leaky\n\nexport KEY=${SECRET}`,
            loadedDaysAgo: [2],
          }),
        ],
        events: paidRun().map((event) => ({
          ...event,
          payload: JSON.parse(
            JSON.stringify(event.payload ?? {}).replace(
              "Both deploy the same server.",
              `Both use ${SECRET}.`,
            ),
          ),
        })),
      }),
    );
    const everything = await Promise.all([
      data.overview(),
      data.skills(),
      data.findSkill("leaky"),
      data.runs(null),
      data.findRun(PAID_RUN_ID),
    ]);
    const shown = JSON.stringify(everything);
    expect(shown.includes("[redacted test-key]")).toBe(true);
    expect(shown.includes(SECRET)).toBe(false);
  });

  test("says what each of thirty UTC days cost, also the days that cost nothing", async () => {
    const overview = await dataOf(await sampleRoot()).overview();
    if (!overview.ok) throw new Error(overview.refusal.message);
    const { spend } = overview.value;
    expect(spend).toHaveLength(30);
    expect([spend[0]?.day, spend.at(-1)?.day]).toEqual(["2026-05-03", "2026-06-01"]);
    expect(spend.filter(({ usd }) => usd !== "0")).toEqual([
      { day: "2026-05-27", usd: expect.stringMatching(/^0\.205$/) },
    ]);
  });

  test("finds a skill by any spelling of its letters, and knows what it does not have", async () => {
    const data = dataOf(await sampleRoot());
    expect(await data.findSkill("u\u0308ni\u0308-コード".normalize("NFD"))).toMatchObject({ ok: true });
    expect(await data.findSkill("nothing")).toEqual({ ok: true, value: null });
    expect(await data.findRun("nothing")).toEqual({ ok: true, value: null });
  });
});
