import { describe, expect, test } from "bun:test";
import { createCurator } from "@metis-curate/core";
import {
  agentSkill,
  confirmArchive,
  curatorFixture,
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
  eventsOf,
  existsAt,
  expectSound,
  idle,
  kindsOf,
  payloadsOf,
  reasonsOf,
  runNow,
  sidecarText,
  signalsOf,
  skillsDump,
  used,
  writeText,
} from "./curator-world.ts";

const SKILLS = "/home/ada/project/.metis/skills";
const APP_BODY = "# App\n\nBuild the app, then upload it to the server.";
const SITE_BODY = "# Site\n\nBuild the site; see `references/hosts.md` for hosts.";
const MERGED =
  "# Deploy\n\nBuild the app or the site, then upload it to the server; see `references/hosts.md` for hosts.";
/** DEFAULT_USAGE with its input at the cache-write price (CONTRACTS 9.2). */
const ESTIMATE_USD = "0.00225";
const PAIR = [
  used("deploy-web-app", { body: APP_BODY, loadedDaysAgo: [1, 2] }),
  used("deploy-web-site", { body: SITE_BODY, files: { "references/hosts.md": "one\n" } }),
];

function world(skills: readonly FixtureSkill[], answers: ScriptedModelOptions["answers"], options = {}) {
  return curatorFixture({ skills, model: scriptedModel({ answers }), ...options });
}

describe("archive", () => {
  test("S1 11: archive moves the directory, sets archive_path and emits one skill.curated", async () => {
    const fixture = world(
      [idle("alpha", { files: { "scripts/run.sh": { content: "#!/bin/sh\n", mode: 0o755 } } })],
      [confirmArchive("nobody used it")],
    );
    const before = fixture.fs.dump(`${SKILLS}/alpha`);
    const report = await runNow(fixture);
    const { archiveDir } = fixture.deps.root;
    expect(fixture.fs.dump(`${archiveDir}/alpha-20260601T000000Z`)).toEqual(before);
    expect(existsAt(fixture.fs, `${SKILLS}/alpha`)).toBe(false);
    const state = JSON.parse(sidecarText(fixture) ?? "");
    expect(state.skills.alpha.archive_path).toBe(".metis/skills-archive/alpha-20260601T000000Z/");
    const [payload, ...rest] = payloadsOf(fixture, "skill.curated");
    expect(rest).toEqual([]);
    expect(payload).toMatchObject({
      skill_id: "alpha",
      action: "archive",
      curator_kind: "llm",
      curator_model: "anthropic:claude-haiku-4-5",
      curator_cost_usd: "0.002",
      rationale: "nobody used it",
      skill_version_after: null,
    });
    expect(report).toMatchObject({
      throttled_reason: "completed",
      spend_usd: "0.002",
      errors: 0,
      ended_early: null,
    });
    expect(report.actions).toEqual([payload ?? {}]);
    expectSound(fixture);
  });

  test("S1 12: restore moves it back, clears archive_path and is manual", async () => {
    const fixture = world([idle("alpha")], [confirmArchive()]);
    const before = skillsDump(fixture);
    await runNow(fixture);
    done(await createCurator(fixture.deps).restore("alpha"));
    expect(skillsDump(fixture)).toEqual(before);
    expect(payloadsOf(fixture, "skill.curated").at(-1)).toMatchObject({
      action: "restore",
      curator_kind: "manual",
      curator_model: null,
    });
    expect(JSON.parse(sidecarText(fixture) ?? "").skills).toEqual({});
    expectSound(fixture);
  });
});

describe("consolidate", () => {
  test("S1 13: the survivor is rewritten, siblings are archived, one event each, lineage in the sidecar", async () => {
    const fixture = world(PAIR, [
      mergeInto("deploy-web-app", ["deploy-web-site"], { newDescription: "Deploys all." }),
      rewriteAs(MERGED),
    ]);
    const original = fixture.fs.readFile(`${SKILLS}/deploy-web-app/SKILL.md`);
    await runNow(fixture);
    expect(acts(fixture)).toEqual(["consolidate deploy-web-app", "archive deploy-web-site"]);
    const text = new TextDecoder().decode(fixture.fs.readFile(`${SKILLS}/deploy-web-app/SKILL.md`));
    const frontmatter = new TextDecoder().decode(original).split("---")[1];
    expect(text).toContain(MERGED);
    expect(text.split("---")[1]).toBe(frontmatter);
    expect(
      new TextDecoder().decode(fixture.fs.readFile(`${SKILLS}/deploy-web-app/references/hosts.md`)),
    ).toBe("one\n");
    const [merge, sibling] = payloadsOf(fixture, "skill.curated");
    expect(merge).toMatchObject({ consolidated_from: ["deploy-web-site"], curator_cost_usd: "0.004" });
    expect(sibling).toMatchObject({ curator_cost_usd: "0" });
    const snapshot = String(signalsOf(merge)["snapshot_path"]);
    expect(fixture.fs.readFile(`${fixture.deps.root.base}/${snapshot}/SKILL.md`)).toEqual(original);
    const { skills } = JSON.parse(sidecarText(fixture) ?? "");
    expect(skills["deploy-web-app"]).toMatchObject({
      consolidated_from: ["deploy-web-site"],
      suggested_description: "Deploys all.",
    });
    expectSound(fixture);
  });

  test("a brand-new survivor: skill.created is the parent and all members are archived", async () => {
    const answer = mergeInto("deploy-web", ["deploy-web-app", "deploy-web-site"], {
      newSkill: true,
      newDescription: "Deploys.",
    });
    const fixture = world(PAIR, [answer, rewriteAs(MERGED)]);
    await runNow(fixture);
    expect(acts(fixture)).toEqual([
      "consolidate deploy-web",
      "archive deploy-web-app",
      "archive deploy-web-site",
    ]);
    const created = eventsOf(fixture, "skill.created").at(-1);
    expect(created?.payload).toMatchObject({ skill_id: "deploy-web", source: "curator_generated" });
    expect(eventsOf(fixture, "skill.curated")[0]?.parentEventId).toBe(created?.id ?? "");
    expect(fixture.fs.readdir(SKILLS).map(({ name }) => name)).toEqual(["deploy-web"]);
    expectSound(fixture);
    expect((await runNow(fixture)).actions).toEqual([]);
  });

  test("CASES 28: a merge that loses what a member says is refused and paid", async () => {
    const fixture = world(PAIR, [
      mergeInto("deploy-web-app", ["deploy-web-site"]),
      rewriteAs("# Deploy\n\nShip it."),
    ]);
    const before = skillsDump(fixture);
    const report = await runNow(fixture);
    expect(kindsOf(report)).toEqual(["retention"]);
    expect<string | undefined>(report.spend_usd).toBe("0.004");
    expect<string | undefined>(report.skips[0]?.cost_usd).toBe("0.004");
    expect(skillsDump(fixture)).toEqual(before);
  });

  test("CASES 27: a body that refers to a file nobody wrote is refused", async () => {
    const body = `${MERGED} Read references/missing.md too.`;
    const fixture = world(PAIR, [mergeInto("deploy-web-app", ["deploy-web-site"]), rewriteAs(body)]);
    expect(kindsOf(await runNow(fixture))).toEqual(["retention"]);
  });

  test("CASES 33: a member that is referred to is never merged away", async () => {
    const files = { "AGENTS.md": "Always skills/deploy-web-site." };
    const away = world(PAIR, [mergeInto("deploy-web-app", ["deploy-web-site"])], { files });
    const report = await runNow(away);
    expect(kindsOf(report)).toEqual(["malformed"]);
    const kept = world(PAIR, [mergeInto("deploy-web-site", ["deploy-web-app"]), rewriteAs(MERGED)], {
      files,
    });
    await runNow(kept);
    expect(acts(kept)).toEqual(["consolidate deploy-web-site", "archive deploy-web-app"]);
  });

  test("CASES 29: a second run after a merge does nothing", async () => {
    const fixture = world(PAIR, [mergeInto("deploy-web-app", ["deploy-web-site"]), rewriteAs(MERGED)]);
    await runNow(fixture);
    fixture.clock.advanceDays(1);
    const again = await runNow(fixture);
    expect(again).toMatchObject({ actions: [], throttled_reason: "no_candidates", spend_usd: "0" });
  });
});

const EDIT_BODY = "# Tool\n\nRun deployctl push.\n\nCheck the logs.";
const DIFF = "@@ -3,1 +3,1 @@\n-Run deployctl push.\n+Run deploy push.";
const failing = () => agentSkill("tool-user", { body: EDIT_BODY, loadedDaysAgo: [1, 2, 3], failedLoads: 3 });

describe("edit", () => {
  test("S1 14: the body is replaced and the previous one is in the archive as -edit-<iso>", async () => {
    const fixture = world([failing()], [editWith(DIFF)]);
    const original = fixture.fs.readFile(`${SKILLS}/tool-user/SKILL.md`);
    await runNow(fixture);
    expect(acts(fixture)).toEqual(["edit tool-user"]);
    const text = new TextDecoder().decode(fixture.fs.readFile(`${SKILLS}/tool-user/SKILL.md`));
    expect(text).toBe(new TextDecoder().decode(original).replace("deployctl", "deploy"));
    const [snapshot] = fixture.fs.readdir(fixture.deps.root.archiveDir).map(({ name }) => name);
    expect(snapshot).toBe("tool-user-edit-20260601T000000Z");
    expect(fixture.fs.readFile(`${fixture.deps.root.archiveDir}/${snapshot}/SKILL.md`)).toEqual(original);
    expect(Object.keys(skillsDump(fixture))).toEqual(["tool-user", "tool-user/SKILL.md"]);
    expectSound(fixture);
    fixture.clock.advanceUs(60_000_000);
    done(await createCurator(fixture.deps).restore("tool-user", { before: "2026-06-01T00:00:30Z" }));
    expect(fixture.fs.readFile(`${SKILLS}/tool-user/SKILL.md`)).toEqual(original);
    expect(fixture.fs.readdir(fixture.deps.root.archiveDir)).toHaveLength(2);
    expectSound(fixture);
  });

  test.each([
    ["a missing anchor", "@@ -1,1 +1,1 @@\n-Nowhere.\n+Elsewhere."],
    ["no change", "@@ -3,1 +3,1 @@\n-Run deployctl push.\n+Run deployctl push."],
    ["prose", "Just rename the tool."],
  ])("CASES 31: a diff with %s is refused, nothing is written and its cost is recorded", async (_, diff) => {
    const fixture = world([failing()], [editWith(diff)]);
    const before = skillsDump(fixture);
    const report = await runNow(fixture);
    expect(kindsOf(report)).toEqual(["malformed"]);
    expect(report).toMatchObject({ spend_usd: "0.002", throttled_reason: "completed" });
    expect(skillsDump(fixture)).toEqual(before);
    expect(existsAt(fixture.fs, fixture.deps.root.archiveDir)).toBe(false);
  });
});

describe("answers that lead to nothing", () => {
  test.each<[string, ScriptedModelOptions["answers"], string, string]>([
    ["declined", [keepSkill()], "declined", "0.002"],
    ["prose", ["I would keep it."], "malformed", "0.002"],
    ["another skill", [mergeInto("x", ["y"])], "malformed", "0.002"],
    ["cut off", [{ kind: "answer", text: "{", usage: DEFAULT_USAGE, truncated: true }], "malformed", "0.002"],
    ["refused", [{ kind: "refused", message: "no", usage: DEFAULT_USAGE }], "refused", "0.002"],
    ["lost after sending", [{ kind: "error", message: "reset", sent: true }], "error", ESTIMATE_USD],
  ])("CASES 36: %s is a recorded skip with its cost and call events", async (_, answers, kind, cost) => {
    const fixture = world([idle("alpha")], answers);
    const before = skillsDump(fixture);
    const report = await runNow(fixture);
    expect(kindsOf(report)).toEqual([kind]);
    expect(report).toMatchObject({ spend_usd: cost, actions: [] });
    expect<string | undefined>(report.skips[0]?.cost_usd).toBe(cost);
    expect(payloadsOf(fixture, "curator.call_completed")).toMatchObject([
      { verdict: kind, cost_usd: cost, skill_ids: ["alpha"] },
    ]);
    expect(payloadsOf(fixture, "curator.call_started")).toMatchObject([{ estimated_cost_usd: ESTIMATE_USD }]);
    expect(skillsDump(fixture)).toEqual(before);
    const window = { fromUs: 0, untilUs: Number.MAX_SAFE_INTEGER };
    expect<string | undefined>(await fixture.trace.sumCuratorSpend(fixture.deps.root.key, window)).toBe(cost);
    expectSound(fixture);
  });

  test("an error before sending costs nothing", async () => {
    const report = await runNow(
      world([idle("alpha")], [{ kind: "error", message: "no route", sent: false }]),
    );
    expect(report).toMatchObject({ spend_usd: "0", errors: 1 });
  });

  test("three model errors in a row end the run and the date stays", async () => {
    const names = ["a1", "b2", "c3", "d4"];
    const fixture = world(
      names.map((name) => idle(name)),
      () => ({ kind: "error", message: "down", sent: true }),
    );
    const report = await runNow(fixture);
    expect(report).toMatchObject({ ended_early: "model_errors", errors: 3, throttled_reason: "completed" });
    expect(kindsOf(report)).toEqual(["error", "error", "error"]);
    expect(reasonsOf(report)["d4"]).toBe("not-reached");
    expect(sidecarText(fixture)).toBeNull();
    expectSound(fixture);
  });

  test("an answer in between starts the count again", async () => {
    const names = ["a1", "b2", "c3", "d4", "e5"];
    const fixture = world(
      names.map((name) => idle(name)),
      (_, index) => (index === 2 ? keepSkill() : { kind: "error", message: "down", sent: true }),
    );
    expect(await runNow(fixture)).toMatchObject({ ended_early: null, errors: 4 });
  });
});

describe("changed between selection and action", () => {
  const alter = (fixture: ReturnType<typeof world>, name: string) =>
    writeText(
      fixture,
      `${SKILLS}/${name}/SKILL.md`,
      `---\nname: ${name}\ndescription: Mine now.\n---\n\nBy hand.\n`,
    );

  test("a hand edit while the model is asked: changed-meanwhile, paid, left as it is", async () => {
    const fixture: ReturnType<typeof world> = world([idle("alpha")], () => {
      alter(fixture, "alpha");
      return confirmArchive();
    });
    const report = await runNow(fixture);
    expect(kindsOf(report)).toEqual(["changed-meanwhile"]);
    expect(report).toMatchObject({ actions: [], spend_usd: "0.002" });
    expect(reasonsOf(report)["alpha"]).toBe("changed-meanwhile");
    expect(new TextDecoder().decode(fixture.fs.readFile(`${SKILLS}/alpha/SKILL.md`))).toContain("By hand.");
    expectSound(fixture);
  });

  test("a hand edit of a later candidate is noticed although an earlier one stood", async () => {
    const fixture: ReturnType<typeof world> = world([idle("a1"), idle("b2"), idle("c3")], (_, index) => {
      if (index === 0) alter(fixture, "c3");
      return confirmArchive();
    });
    const report = await runNow(fixture);
    expect(acts(fixture)).toEqual(["archive a1", "archive b2"]);
    expect(kindsOf(report)).toEqual(["changed-meanwhile"]);
    expect<string | undefined>(report.spend_usd).toBe("0.004");
  });

  test("a support file changed while the model is asked: changed-meanwhile", async () => {
    const fixture: ReturnType<typeof world> = world([idle("alpha", { files: { "notes.md": "a" } })], () => {
      writeText(fixture, `${SKILLS}/alpha/notes.md`, "b");
      return confirmArchive();
    });
    expect(kindsOf(await runNow(fixture))).toEqual(["changed-meanwhile"]);
  });

  test("a reference written while the model is asked keeps the skill", async () => {
    const fixture: ReturnType<typeof world> = world([idle("alpha"), idle("beta")], (_, index) => {
      if (index === 0)
        writeText(fixture, `${fixture.deps.root.base}/AGENTS.md`, "Use skills/alpha and skills/beta.");
      return confirmArchive();
    });
    const report = await runNow(fixture);
    expect(report.actions).toEqual([]);
    expect(kindsOf(report)).toEqual(["referenced", "referenced"]);
    expect<string | undefined>(report.spend_usd).toBe("0.002");
  });

  test("a member that became referred to is not merged away", async () => {
    const fixture: ReturnType<typeof world> = world(PAIR, (_, index) => {
      if (index === 0) {
        writeText(fixture, `${fixture.deps.root.base}/AGENTS.md`, "Use skills/deploy-web-site.");
        return mergeInto("deploy-web-app", ["deploy-web-site"]);
      }
      return rewriteAs(MERGED);
    });
    expect(kindsOf(await runNow(fixture))).toEqual(["referenced"]);
  });

  test("a declined archive candidate keeps what it refers to alive", async () => {
    const skills = [idle("a-top", { body: 'First skill_load("z-base").' }), idle("z-base")];
    const fixture = world(skills, [keepSkill()]);
    const report = await runNow(fixture);
    expect(kindsOf(report)).toEqual(["declined", "referenced"]);
    expect(report.actions).toEqual([]);
  });

  test("two merges into the same new name: the second is refused, nothing is lost", async () => {
    const skills = [...PAIR, used("parse-log-json"), used("parse-log-text")];
    const bodies = new Map(skills.map(({ name, files }) => [name, String(files["SKILL.md"])]));
    const fixture = world(skills, ({ dossier }) => {
      if (dossier.purpose === "consolidate")
        return mergeInto(
          "all-in-one",
          dossier.members.map(({ name }) => name),
          { newSkill: true },
        );
      if (dossier.purpose !== "rewrite") return keepSkill();
      return rewriteAs(dossier.members.map(({ body }) => body).join("\n\n"));
    });
    await runNow(fixture);
    expect(acts(fixture).filter((act) => act.startsWith("consolidate"))).toHaveLength(1);
    expect(bodies.size).toBe(4);
    expectSound(fixture);
  });

  test("CASES 24: a directory that vanished while the model is asked is reported", async () => {
    const fixture: ReturnType<typeof world> = world([idle("alpha")], () => {
      fixture.fs.rename(`${SKILLS}/alpha`, "/home/ada/elsewhere");
      return confirmArchive();
    });
    expect(kindsOf(await runNow(fixture))).toEqual(["changed-meanwhile"]);
  });
});

describe("interruption and plans", () => {
  test("an abort finishes the present action and closes the run", async () => {
    const stop = new AbortController();
    const fixture = world([idle("alpha"), idle("beta")], () => {
      stop.abort();
      return confirmArchive();
    });
    const report = await runNow(fixture, { signal: stop.signal });
    expect(acts(fixture)).toEqual(["archive alpha"]);
    expect(report).toMatchObject({ ended_early: "interrupted", throttled_reason: "completed" });
    expect(reasonsOf(report)["beta"]).toBe("not-reached");
    expect(JSON.parse(sidecarText(fixture) ?? "").last_curation_at_iso).toBeNull();
    expectSound(fixture);
  });

  test("an abort during the last candidate is an interruption too", async () => {
    const stop = new AbortController();
    const fixture = world([idle("alpha")], () => {
      stop.abort();
      throw new Error("aborted");
    });
    const report = await runNow(fixture, { signal: stop.signal });
    expect(report).toMatchObject({ ended_early: "interrupted", spend_usd: ESTIMATE_USD });
  });

  test("a plan limits the run and refuses what changed since", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha"), idle("beta"), idle("gamma")] });
    const curator = createCurator(fixture.deps);
    const { candidates } = done(await curator.plan());
    const plan = {
      schema_version: "1" as const,
      root: fixture.deps.root.key,
      created_at: "2026-06-01T00:00:00Z",
      candidates: candidates.filter(({ skills }) => !skills.includes("gamma")),
    };
    done(await curator.pin("beta"));
    const report = done(await curator.run({ trigger: "explicit_cli", plan }));
    expect(acts(fixture)).toEqual(["pin beta", "archive alpha"]);
    expect(report.skips).toMatchObject([{ skills: ["beta"], kind: "changed-meanwhile", action: "archive" }]);
    expect(existsAt(fixture.fs, `${SKILLS}/gamma`)).toBe(true);
    expectSound(fixture);
  });

  test("a plan of another root is refused", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha")] });
    const plan = {
      schema_version: "1" as const,
      root: "metis:global",
      created_at: "2026-06-01T00:00:00Z",
      candidates: [],
    };
    const outcome = await createCurator(fixture.deps).run({ trigger: "explicit_cli", plan });
    expect(outcome).toMatchObject({ ok: false, refusal: { kind: "wrong-root", exitCode: 2 } });
    expect(eventsOf(fixture, "curator.run_started")).toEqual([]);
  });

  test("progress names each candidate before and after", async () => {
    const seen: unknown[] = [];
    const fixture = curatorFixture({ skills: [idle("alpha")] });
    await runNow(fixture, { onProgress: ({ index, total, result }) => seen.push([index, total, result]) });
    expect(seen).toEqual([
      [0, 1, null],
      [0, 1, "archived"],
    ]);
  });

  test("redacted rationales are scrubbed and say so", async () => {
    const fixture = world([idle("alpha")], [confirmArchive("belongs to acme-corp")], {
      config: { redact: ["acme-\\w+"] },
    });
    await runNow(fixture);
    const [event] = eventsOf(fixture, "skill.curated");
    expect(event?.payload["rationale"]).toBe("belongs to [redacted]");
    expect(signalsOf(event?.payload)["rationale_redacted"]).toBe(true);
    expectSound(fixture);
  });
});
