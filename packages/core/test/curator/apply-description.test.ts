import { describe, expect, test } from "bun:test";
import { createCurator, parseSkillDocument, rebuildSidecar, skillFileHash } from "@metis-curate/core";
import {
  type CuratorFixture,
  curatorFixture,
  type FixtureSkillOptions,
  mergeInto,
  rewriteAs,
  scriptedModel,
  skillDescriptionArbitrary,
} from "@metis-curate/testkit";
import fc from "fast-check";
import {
  acts,
  done,
  eventsOf,
  expectSound,
  payloadsOf,
  reasonsOf,
  refusalOf,
  runNow,
  sidecarText,
  signalsOf,
  skillsDump,
  used,
  writeText,
} from "./curator-world.ts";

const SKILLS = "/home/ada/project/.metis/skills";
const FILE = `${SKILLS}/deploy-web-app/SKILL.md`;
const SUGGESTED = "Deploy any web thing: apps, sites";

/** A root in which a merge has just suggested a description. */
async function merged(suggestion = SUGGESTED, options: FixtureSkillOptions = {}): Promise<CuratorFixture> {
  const body = "# Deploy\n\nBuild and upload.";
  const model = scriptedModel({
    answers: ({ purpose }) => {
      if (purpose === "archive") return { action: "keep", reason: "x" };
      return purpose === "rewrite"
        ? rewriteAs(body)
        : mergeInto("deploy-web-app", ["deploy-web-site"], { newDescription: suggestion });
    },
  });
  const fixture = curatorFixture({
    skills: [used("deploy-web-app", { body, ...options }), used("deploy-web-site", { body })],
    model,
  });
  await runNow(fixture);
  fixture.clock.advanceDays(1);
  return fixture;
}

function textOf({ fs }: CuratorFixture): string {
  return new TextDecoder().decode(fs.readFile(FILE));
}

function suggestionIn(fixture: CuratorFixture): unknown {
  return JSON.parse(sidecarText(fixture) ?? "{}").skills["deploy-web-app"]?.suggested_description;
}

describe("apply-description", () => {
  test("writes the suggestion, keeps the rest, records one skill.modified and uses the suggestion up", async () => {
    const fixture = await merged();
    const before = textOf(fixture);
    expect(suggestionIn(fixture)).toBe(SUGGESTED);
    const report = done(await createCurator(fixture.deps).applyDescription("deploy-web-app"));
    expect(report).toMatchObject({ action: "apply-description", skill: "deploy-web-app" });
    expect(report.message).toContain(SUGGESTED);
    expect(textOf(fixture)).toBe(before.replace(/^description: .*$/m, `description: "${SUGGESTED}"`));
    expect(suggestionIn(fixture)).toBeUndefined();
    const [event, ...more] = eventsOf(fixture, "skill.modified");
    expect(more).toEqual([]);
    const after = skillFileHash(fixture.fs.readFile(FILE));
    expect(event).toMatchObject({
      actor: "user",
      payload: {
        modification_type: "edit",
        reason: "apply-description",
        before_hash: skillFileHash(new TextEncoder().encode(before)),
        after_hash: after,
        file_hash: after,
      },
    });
    expectSound(fixture);
  });

  test("the new file is the baseline: the skill is not hand-edited afterwards", async () => {
    const fixture = await merged();
    done(await createCurator(fixture.deps).applyDescription("deploy-web-app"));
    expect(reasonsOf(await runNow(fixture))["deploy-web-app"]).toBe("active");
  });

  test("a person's own change stays a person's, before and after", async () => {
    const fixture = await merged();
    writeText(fixture, FILE, `${textOf(fixture)}\nMy own line.\n`);
    expect(reasonsOf(await runNow(fixture))["deploy-web-app"]).toBe("hand-edited");
    done(await createCurator(fixture.deps).applyDescription("deploy-web-app"));
    expect(reasonsOf(await runNow(fixture))["deploy-web-app"]).toBe("hand-edited");
    expect(textOf(fixture)).toContain("My own line.");
  });

  test("restore --before and undo bring the old description back, undo the suggestion too", async () => {
    const fixture = await merged();
    const before = textOf(fixture);
    const curator = createCurator(fixture.deps);
    const applied = done(await curator.applyDescription("deploy-web-app"));
    const later = done(await curator.list()).archives.filter(({ kind }) => kind === "edit");
    expect(later.map(({ skill }) => skill)).toEqual(["deploy-web-app"]);
    fixture.clock.advanceDays(1);
    const undone = done(await curator.undo(String(applied.payload["curator_run_id"])));
    expect(undone.left).toEqual([]);
    expect(textOf(fixture)).toBe(before);
    expect(suggestionIn(fixture)).toBe(SUGGESTED);
    expect(reasonsOf(await runNow(fixture))["deploy-web-app"]).toBe("active");
    expectSound(fixture);
    done(await curator.applyDescription("deploy-web-app"));
    fixture.clock.advanceDays(1);
    done(await curator.restore("deploy-web-app", { before: "2026-12-01T00:00:00Z" }));
    expect(textOf(fixture)).toBe(before);
    expectSound(fixture);
  });

  test("undo leaves a file that was changed since", async () => {
    const fixture = await merged();
    const curator = createCurator(fixture.deps);
    const applied = done(await curator.applyDescription("deploy-web-app"));
    writeText(fixture, FILE, `${textOf(fixture)}\nMine.\n`);
    const undone = done(await curator.undo(String(applied.payload["curator_run_id"])));
    expect(undone.left).toMatchObject([{ skill: "deploy-web-app", action: "apply-description" }]);
    expect(textOf(fixture)).toContain("Mine.");
  });

  test("the history names it, with its change", async () => {
    const fixture = await merged();
    const curator = createCurator(fixture.deps);
    done(await curator.applyDescription("deploy-web-app"));
    const [entry] = done(await curator.history({ skill: "deploy-web-app" }));
    expect(entry).toMatchObject({ action: "apply-description", source: "operator" });
    expect(entry?.diff).toContain(`+description: "${SUGGESTED}"`);
  });

  test("a description that already is the suggested one is only recorded", async () => {
    const fixture = await merged();
    writeText(fixture, FILE, textOf(fixture).replace(/^description: .*$/m, `description: '${SUGGESTED}'`));
    const before = textOf(fixture);
    done(await createCurator(fixture.deps).applyDescription("deploy-web-app"));
    expect(textOf(fixture)).toBe(before);
    expect(suggestionIn(fixture)).toBeUndefined();
    expectSound(fixture);
  });

  test("a lost state.json is rebuilt with the snapshot and without the suggestion", async () => {
    const fixture = await merged();
    const curator = createCurator(fixture.deps);
    done(await curator.applyDescription("deploy-web-app"));
    const before = sidecarText(fixture);
    fixture.fs.unlink(fixture.deps.root.sidecarPath);
    done(await curator.pin("deploy-web-app"));
    done(await curator.unpin("deploy-web-app"));
    expect(sidecarText(fixture)).toBe(before);
    const rebuilt = rebuildSidecar(fixture.trace.events, fixture.deps.root);
    expect(rebuilt.skills["deploy-web-app"]?.archives?.map(({ kind }) => kind)).toEqual(["edit"]);
  });
});

describe("refusals change nothing", () => {
  test.each([
    ["an unknown skill", "nothing-such", "unknown-skill", 2],
    ["an archived skill", "deploy-web-site", "archived", 3],
    ["a skill without a suggestion", "other-matter", "no-suggestion", 3],
    ["a skill that cannot be read", "broken", "unreadable", 3],
  ] as const)("%s", async (_, name, kind, exitCode) => {
    const fixture = await merged();
    fixture.fs.mkdir(`${SKILLS}/other-matter`);
    writeText(
      fixture,
      `${SKILLS}/other-matter/SKILL.md`,
      "---\nname: other-matter\ndescription: b\n---\nx\n",
    );
    fixture.fs.mkdir(`${SKILLS}/broken`);
    writeText(fixture, `${SKILLS}/broken/SKILL.md`, "no frontmatter\n");
    const before = [skillsDump(fixture), sidecarText(fixture), fixture.trace.events.length];
    const refusal = refusalOf(await createCurator(fixture.deps).applyDescription(name));
    expect(refusal).toMatchObject({ kind, exitCode });
    expect([skillsDump(fixture), sidecarText(fixture), fixture.trace.events.length]).toEqual(before);
  });

  test("a suggestion that holds a secret, written into state.json by hand", async () => {
    const fixture = await merged();
    const state = JSON.parse(sidecarText(fixture) ?? "");
    state.skills["deploy-web-app"].suggested_description = "Use fixture-secret-abcd1";
    writeText(fixture, fixture.deps.root.sidecarPath, JSON.stringify(state));
    const refusal = refusalOf(await createCurator(fixture.deps).applyDescription("deploy-web-app"));
    expect(refusal).toMatchObject({ kind: "bad-description" });
    expect(refusal.message).not.toContain("abcd1");
  });
});

test("whatever is suggested is what the file then says, and nothing else in it changes", async () => {
  await fc.assert(
    fc.asyncProperty(skillDescriptionArbitrary(), async (suggestion) => {
      const fixture = await merged(suggestion);
      const before = parseSkillDocument(fixture.fs.readFile(FILE), "deploy-web-app");
      if (suggestionIn(fixture) === undefined) return;
      done(await createCurator(fixture.deps).applyDescription("deploy-web-app"));
      const after = parseSkillDocument(fixture.fs.readFile(FILE), "deploy-web-app");
      if (before.kind !== "skill" || after.kind !== "skill") return expect.unreachable();
      expect(after.fields).toEqual({ ...before.fields, description: suggestion });
      expect(after.version).toBe(before.version);
      expectSound(fixture);
    }),
    { numRuns: 25 },
  );
});

test("a suggestion is an operator's matter: no run ever applies it", async () => {
  const fixture = await merged();
  await runNow(fixture);
  expect(payloadsOf(fixture, "skill.modified")).toEqual([]);
  expect(acts(fixture)).toEqual(["consolidate deploy-web-app", "archive deploy-web-site"]);
  expect(signalsOf(payloadsOf(fixture, "skill.curated")[0])).toMatchObject({
    suggested_description: SUGGESTED,
  });
});
