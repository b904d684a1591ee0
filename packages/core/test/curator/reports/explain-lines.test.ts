import { expect, test } from "bun:test";
import { agentSkill, curatorFixture, scriptedModel } from "@metis-curate/testkit";
import { answerOf, curatorOf, mixedLibrary } from "./report-case.ts";

async function linesOf(fixture: Parameters<typeof curatorOf>[0], name: string): Promise<string> {
  return (await answerOf(curatorOf(fixture).explain(name))).lines.join("\n");
}

test("the origin says what it rests on", async () => {
  const fixture = mixedLibrary();
  expect(await linesOf(fixture, "by-hand")).toContain("origin: manual (no skill.created event)");
  expect(await linesOf(fixture, "foreign")).toContain("origin: imported (skill.created by imported)");
  await answerOf(curatorOf(fixture).adopt("by-hand"));
  expect(await linesOf(fixture, "by-hand")).toContain("origin: auto_generated (adopted by the operator)");
});

test("a prohibition of state.json is told as its own", async () => {
  const state = { schema_version: "1", skills: { "in-use": { origin: "imported" } } };
  const fixture = mixedLibrary({ files: { ".metis/curator/state.json": JSON.stringify(state) } });
  expect(await linesOf(fixture, "in-use")).toContain(
    "origin: imported (skill.created by auto_generated, state.json says imported)",
  );
});

test("a hand-edited skill shows the recorded and the present hash", async () => {
  const lines = await linesOf(mixedLibrary(), "touched-up");
  expect(lines).toMatch(/content: edited by hand \(recorded [0-9a-f]{12}, now [0-9a-f]{12}\)/);
  expect(await linesOf(mixedLibrary(), "in-use")).toContain("content: as it was recorded");
});

test("a cluster shows each mate with its overlaps and their limits", async () => {
  const skills = ["deploy-web-app", "deploy-web-application"].map((name) =>
    agentSkill(name, { description: "Deploy the web app.", createdDaysAgo: 5, loadedDaysAgo: [1] }),
  );
  expect(await linesOf(curatorFixture({ skills }), "deploy-web-app")).toContain(
    "in one cluster with deploy-web-application: names 0.67 (limit 0.6), descriptions 1.00 (limit 0.7)",
  );
});

test("an answered skill is told when it is asked again", async () => {
  const fixture = curatorFixture({
    skills: [agentSkill("old-thing")],
    model: scriptedModel({ answers: [{ action: "keep", reason: "still needed" }] }),
  });
  const curator = curatorOf(fixture);
  await answerOf(curator.run({ trigger: "explicit_cli", yes: true }));
  const report = await answerOf(curator.explain("old-thing"));
  expect(report.outcome).toBe("left alone: answered (answered no on 2026-06-01)");
  expect(report.advice.join("\n")).toContain("30 days after");
});

test("a skipped file is found by its directory's whole name only", async () => {
  const curator = curatorOf(mixedLibrary());
  expect((await answerOf(curator.explain("broken"))).outcome).toBe("skipped: no-frontmatter");
  for (const part of ["oken", "n", ""]) {
    const report = await curator.explain(part);
    expect(report.ok ? report.value.outcome : report.refusal.kind).toBe("unknown-skill");
  }
});

test("a broken file with an archived namesake tells both", async () => {
  const fixture = mixedLibrary();
  await answerOf(curatorOf(fixture).archive("old-thing"));
  fixture.fs.mkdir("/home/ada/project/.metis/skills/old-thing");
  fixture.fs.writeNewFile(
    "/home/ada/project/.metis/skills/old-thing/SKILL.md",
    new TextEncoder().encode("nothing\n"),
  );
  const report = await answerOf(curatorOf(fixture).explain("old-thing"));
  expect(report.outcome).toBe("skipped: no-frontmatter");
  expect(report.lines.join("\n")).toContain("archived on 2026-06-01");
});

test("names of object members are names like any other", async () => {
  const fixture = curatorFixture({ skills: [agentSkill("constructor", { createdDaysAgo: 5 })] });
  expect((await answerOf(curatorOf(fixture).explain("constructor"))).outcome).toStartWith(
    "left alone: active",
  );
});
