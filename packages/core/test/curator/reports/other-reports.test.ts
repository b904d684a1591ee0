import { describe, expect, test } from "bun:test";
import { agentSkill, curatorFixture, editWith, scriptedModel } from "@metis-curate/testkit";
import { answerOf, curatorOf, mixedLibrary } from "./report-case.ts";

describe("explain", () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ["by-hand", "left alone: manual", "adopt by-hand"],
    ["foreign", "left alone: imported", "adopt foreign"],
    ["touched-up", "left alone: hand-edited", "adopt touched-up"],
    ["old-thing", "candidate for archive", "pin old-thing"],
    ["in-use", "left alone: active", "archived from 2026-08-28 on"],
  ];
  for (const [name, outcome, advice] of cases) {
    test(`tells the outcome of ${name} and what would change it`, async () => {
      const report = await answerOf(curatorOf(mixedLibrary()).explain(name));
      expect(report.outcome).toStartWith(outcome);
      expect(report.advice.join("\n")).toContain(advice);
    });
  }

  test("names what refers to a skill", async () => {
    const report = await answerOf(curatorOf(mixedLibrary()).explain("named-in-docs"));
    expect(report.lines.join("\n")).toContain("referred to by AGENTS.md");
  });

  test("tells where an archived skill lies, and what is wrong with a skipped file", async () => {
    const curator = curatorOf(mixedLibrary());
    await answerOf(curator.archive("old-thing"));
    const archived = await answerOf(curator.explain("old-thing"));
    expect(archived).toMatchObject({
      outcome: "archived",
      advice: ["put it back: metis-curate . restore old-thing"],
    });
    expect((await answerOf(curator.explain("broken"))).outcome).toBe("skipped: no-frontmatter");
  });

  test("an unknown name is a mistake with the nearest name", async () => {
    const report = await curatorOf(mixedLibrary()).explain("old-thin");
    expect(report.ok ? null : report.refusal).toMatchObject({ kind: "unknown-skill", exitCode: 2 });
    expect(report.ok ? "" : report.refusal.message).toContain('did you mean "old-thing"?');
  });
});

describe("status", () => {
  test("counts the library and tells the last and the next run", async () => {
    const fixture = mixedLibrary();
    const curator = curatorOf(fixture);
    await answerOf(curator.run({ trigger: "explicit_cli", yes: true }));
    await answerOf(curator.pin("in-use"));
    const status = await answerOf(curator.status());
    expect(status).toMatchObject({
      enabled: true,
      paused: false,
      model: "rules",
      last_curation_at: "2026-06-01T00:00:00Z",
      next_due_at: "2026-06-08T00:00:00Z",
      last_run: { throttled_reason: "completed", ended_early: null },
      skills: { active: 2, stale: 4, archived: 1, pinned: 1, skipped: 1 },
      unfinished: 0,
      needs_preview: 0,
    });
    expect(status.archive_bytes).toBeGreaterThan(0);
  });

  test("says how many skills the mass guard holds back", async () => {
    const skills = Array.from({ length: 6 }, (_, index) => agentSkill(`idle-${index}`));
    const status = await answerOf(curatorOf(curatorFixture({ skills })).status());
    expect(status.needs_preview).toBe(6);
    expect(status.notices.join("\n")).toContain("needs-preview");
  });
});

describe("history", () => {
  test("is newest first, says who did it, and shows the change of an edit", async () => {
    const body = "# Tool\n\n1. call old_tool\n2. read\n3. write\n4. stop";
    const diff = "@@ -1,3 +1,3 @@\n # Tool\n \n-1. call old_tool\n+1. call new_tool\n";
    const fixture = curatorFixture({
      skills: [agentSkill("tool", { body, createdDaysAgo: 30, loadedDaysAgo: [3, 2, 1], failedLoads: 3 })],
      model: scriptedModel({ id: "scripted", free: true, answers: [editWith(diff, "the tool was renamed")] }),
    });
    const curator = curatorOf(fixture);
    await answerOf(curator.run({ trigger: "explicit_cli", yes: true }));
    await answerOf(curator.archive("tool", { reason: "no longer needed" }));
    const [archive, edit] = await answerOf(curator.history());
    expect(archive).toMatchObject({
      action: "archive",
      source: "operator",
      rationale: "no longer needed",
      diff: null,
    });
    expect(edit).toMatchObject({ action: "edit", source: "scripted", rationale: "the tool was renamed" });
    await answerOf(curator.restore("tool"));
    const shown = (await answerOf(curator.history({ skill: "tool" }))).find(
      ({ action }) => action === "edit",
    );
    expect(shown?.diff).toContain("-1. call old_tool\n+1. call new_tool");
    expect(await answerOf(curator.history({ limit: 1 }))).toHaveLength(1);
    expect(await answerOf(curator.history({ skill: "other" }))).toEqual([]);
  });
});

describe("doctor", () => {
  const failing = async (fixture: Parameters<typeof curatorOf>[0]) => {
    const { checks } = await answerOf(curatorOf(fixture).doctor());
    return checks.filter(({ ok }) => !ok).map(({ name }) => name);
  };

  test("finds nothing wrong with a sound library", async () => {
    expect(await failing(curatorFixture({ skills: [agentSkill("in-use", { loadedDaysAgo: [1] })] }))).toEqual(
      [],
    );
  });

  test("finds a file that does not load, a missing trace and a damaged state", async () => {
    expect(await failing(mixedLibrary())).toEqual(["files"]);
    expect(await failing(curatorFixture({ traceAbsent: true }))).toEqual(["trace"]);
    const damaged = curatorFixture({ files: { ".metis/curator/state.json": "{" } });
    expect(await failing(damaged)).toEqual(["state"]);
  });

  test("finds an archive that was removed by hand", async () => {
    const fixture = curatorFixture({ skills: [agentSkill("old-thing")] });
    await answerOf(curatorOf(fixture).archive("old-thing"));
    fixture.fs.rename(fixture.deps.root.archiveDir, "/home/ada/elsewhere");
    expect(await failing(fixture)).toEqual(["archive"]);
  });

  test("--reset-state rebuilds from the trace and keeps the old bytes", async () => {
    const fixture = curatorFixture({ skills: [agentSkill("a-skill", { loadedDaysAgo: [1] })] });
    const curator = curatorOf(fixture);
    await answerOf(curator.pin("a-skill"));
    const { fs, deps } = fixture;
    const sound = fs.readFile(deps.root.sidecarPath);
    fs.unlink(deps.root.sidecarPath);
    fs.writeNewFile(deps.root.sidecarPath, new TextEncoder().encode('{"skills": []}'));
    const { checks } = await answerOf(curator.doctor({ resetState: true }));
    expect(checks.every(({ ok }) => ok)).toBe(true);
    expect(fs.readFile(deps.root.sidecarPath)).toEqual(sound);
    const kept = fs.readdir("/home/ada/project/.metis/curator").map(({ name }) => name);
    expect(kept).toContain("state.json.corrupt-20260601T000000Z");
  });
});
