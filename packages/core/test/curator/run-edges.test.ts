import { describe, expect, test } from "bun:test";
import { createCurator } from "@metis-curate/core";
import {
  agentSkill,
  confirmArchive,
  curatorFixture,
  cutOff,
  DEFAULT_USAGE,
  editWith,
  type FixtureSkill,
  keepSkill,
  mergeInto,
  rewriteAs,
  type ScriptedModelOptions,
  scriptedModel,
} from "@metis-curate/testkit";
import {
  acts,
  done,
  expectSound,
  idle,
  kindsOf,
  payloadsOf,
  reasonsOf,
  runNow,
  sidecarText,
  used,
} from "./curator-world.ts";

const SKILLS = "/home/ada/project/.metis/skills";

function world(skills: readonly FixtureSkill[], answers: ScriptedModelOptions["answers"], options = {}) {
  return curatorFixture({ skills, model: scriptedModel({ answers }), ...options });
}

describe("answers", () => {
  test("CASES 36: an answer cut at the token limit is malformed, however whole it looks", async () => {
    const fixture = world([idle("alpha")], [cutOff(JSON.stringify(confirmArchive()), DEFAULT_USAGE)]);
    const report = await runNow(fixture);
    expect(kindsOf(report)).toEqual(["malformed"]);
    expect(report).toMatchObject({ actions: [], spend_usd: "0.002" });
  });

  test("malformed and declined answers are no errors and never end a run", async () => {
    const names = ["a1", "b2", "c3", "d4"];
    const fixture = world(
      names.map((name) => idle(name)),
      ["prose", "{", keepSkill(), "[]"],
    );
    const report = await runNow(fixture);
    expect(kindsOf(report)).toEqual(["malformed", "malformed", "declined", "malformed"]);
    expect(report).toMatchObject({ errors: 0, ended_early: null, throttled_reason: "completed" });
  });

  test("three API refusals in a row end the run", async () => {
    const fixture = world(
      ["a1", "b2", "c3", "d4"].map((name) => idle(name)),
      () => ({ kind: "refused", message: "no", usage: DEFAULT_USAGE }),
    );
    expect(await runNow(fixture)).toMatchObject({
      ended_early: "model_errors",
      errors: 3,
      spend_usd: "0.006",
    });
    expect(sidecarText(fixture)).toBeNull();
  });

  test("a paid no is remembered until reask_after_days, by this model only", async () => {
    const model = scriptedModel({ answers: () => keepSkill() });
    const fixture = curatorFixture({
      skills: [idle("alpha")],
      model,
      config: { reask_after_days: 10 },
    });
    expect(kindsOf(await runNow(fixture))).toEqual(["declined"]);
    const second = await runNow(fixture);
    expect(reasonsOf(second)).toEqual({ alpha: "answered" });
    expect(second).toMatchObject({ throttled_reason: "no_candidates", spend_usd: "0" });
    expect(model.requests).toHaveLength(1);
    const other = scriptedModel({ id: "openai:gpt-5-mini", answers: [keepSkill()] });
    const deps = { ...fixture.deps, model: { kind: "model" as const, model: other } };
    done(await createCurator(deps).run({ trigger: "explicit_cli" }));
    expect(other.requests).toHaveLength(1);
    fixture.clock.advanceDays(10);
    await runNow(fixture);
    expect(model.requests).toHaveLength(2);
    expectSound(fixture);
  });

  test("reask_after_days 0 asks at every run", async () => {
    const model = scriptedModel({ answers: () => keepSkill() });
    const fixture = curatorFixture({ skills: [idle("alpha")], model, config: { reask_after_days: 0 } });
    await runNow(fixture);
    await runNow(fixture);
    expect(model.requests).toHaveLength(2);
  });
});

describe("what one action does to the candidates after it", () => {
  test("each declined candidate revives what it refers to", async () => {
    const skills = [
      idle("a1", { body: 'First skill_load("z1").' }),
      idle("b1", { body: 'First skill_load("z2").' }),
      idle("z1"),
      idle("z2"),
    ];
    const fixture = world(skills, [keepSkill(), keepSkill()]);
    const report = await runNow(fixture);
    expect(kindsOf(report)).toEqual(["declined", "declined", "referenced", "referenced"]);
    expect(report).toMatchObject({ actions: [], spend_usd: "0.004" });
  });

  test("a survivor is not edited in the run that merged into it, also when its body stood", async () => {
    const body = "# Deploy\n\nRun deployctl push.\n\nLogs.";
    const skills = [
      agentSkill("deploy-web-app", { body, loadedDaysAgo: [1, 2, 3], failedLoads: 3 }),
      agentSkill("deploy-web-site", { body, loadedDaysAgo: [4] }),
    ];
    const fixture = world(skills, ({ purpose }) => {
      if (purpose === "consolidate") return mergeInto("deploy-web-app", ["deploy-web-site"]);
      return purpose === "rewrite" ? rewriteAs(body) : editWith("@@ @@\n-Run deployctl push.\n+Run x push.");
    });
    await runNow(fixture);
    expect(acts(fixture)).toEqual(["consolidate deploy-web-app", "archive deploy-web-site"]);
    expectSound(fixture);
  });

  test("a rewrite that is the survivor's body but for its last newline merges and leaves the file", async () => {
    const body = "# Deploy\n\nBuild and upload.";
    const fixture = world(
      ["deploy-web-app", "deploy-web-site"].map((name) => used(name, { body })),
      [mergeInto("deploy-web-app", ["deploy-web-site"]), rewriteAs(`${body}\n\n`)],
    );
    const before = fixture.fs.readFile(`${SKILLS}/deploy-web-app/SKILL.md`);
    const report = await runNow(fixture);
    expect(acts(fixture)).toEqual(["consolidate deploy-web-app", "archive deploy-web-site"]);
    expect(fixture.fs.readFile(`${SKILLS}/deploy-web-app/SKILL.md`)).toEqual(before);
    expect(done(await createCurator(fixture.deps).undo(report.curator_run_id)).left).toEqual([]);
    expectSound(fixture);
  });

  test("a new skill takes no name that this run archived, nor one of a file that cannot be read", async () => {
    const body = "# Deploy\n\nBuild and upload.";
    const pair = ["deploy-web-app", "deploy-web-site"];
    for (const taken of ["old-thing", "broken"]) {
      const fixture = world(
        [idle("old-thing"), ...pair.map((name) => used(name, { body }))],
        ({ purpose }) => {
          if (purpose === "archive") return confirmArchive();
          return purpose === "rewrite" ? rewriteAs(body) : mergeInto(taken, pair, { newSkill: true });
        },
        { files: { ".metis/skills/broken/SKILL.md": "no frontmatter\n" } },
      );
      expect(kindsOf(await runNow(fixture))).toEqual(["malformed"]);
      expect(acts(fixture)).toEqual(["archive old-thing"]);
    }
  });

  test("an unchanged body whose file only the sibling has is no merge, and is paid for once", async () => {
    const body = "# Deploy\n\nBuild and upload; see `hosts.md`.";
    const model = scriptedModel({
      answers: ({ purpose }) =>
        purpose === "rewrite" ? rewriteAs(body) : mergeInto("deploy-web-app", ["deploy-web-site"]),
    });
    const fixture = curatorFixture({
      skills: [
        used("deploy-web-app", { body }),
        used("deploy-web-site", { body, files: { "hosts.md": "one\n" } }),
      ],
      model,
    });
    expect(kindsOf(await runNow(fixture))).toEqual(["retention"]);
    await runNow(fixture);
    expect(acts(fixture)).toEqual([]);
    expect(model.requests).toHaveLength(2);
  });

  test("a diff that only adds blank lines at the end is malformed, and is paid for once", async () => {
    const body = "# T\n\nRun deployctl push.\n\nLogs.";
    const model = scriptedModel({ answers: () => editWith("@@ @@\n Logs.\n+\n+") });
    const fixture = curatorFixture({
      skills: [agentSkill("tool-user", { body, loadedDaysAgo: [1, 2, 3], failedLoads: 3 })],
      model,
    });
    expect(kindsOf(await runNow(fixture))).toEqual(["malformed"]);
    await runNow(fixture);
    expect(model.requests).toHaveLength(1);
    expect(acts(fixture)).toEqual([]);
  });

  test("S1 13: support files come along with their modes, the time of both calls counts", async () => {
    const skills = [
      used("deploy-web-app", { body: "# App\n\nBuild the app.", loadedDaysAgo: [1, 2] }),
      used("deploy-web-site", {
        body: "# Site\n\nRun `scripts/run.sh` for the site.",
        files: { "scripts/run.sh": { content: "#!/bin/sh\n", mode: 0o755 } },
      }),
    ];
    const fixture: ReturnType<typeof world> = world(skills, ({ purpose }) => {
      fixture.clock.advanceUs(purpose === "rewrite" ? 40_000 : 2_000);
      return purpose === "rewrite"
        ? rewriteAs("# App\n\nBuild the app.\n\nRun `scripts/run.sh` for the site.")
        : mergeInto("deploy-web-app", ["deploy-web-site"]);
    });
    const before = fixture.fs.dump(SKILLS)["deploy-web-site/scripts/run.sh"];
    await runNow(fixture);
    expect(fixture.fs.dump(SKILLS)["deploy-web-app/scripts/run.sh"]).toEqual(before ?? expect.unreachable());
    expect(
      payloadsOf(fixture, "skill.curated").map((one) => [one["curator_latency_ms"], one["curator_cost_usd"]]),
    ).toEqual([
      [42, "0.004"],
      [0, "0"],
    ]);
  });
});
