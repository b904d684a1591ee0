import { expect, test } from "bun:test";
import { createCurator, type ModelRequest, rebuildSidecar, type SkillCurator } from "@metis-curate/core";
import {
  agentSkill,
  type CuratorFixture,
  curatorFixture,
  editWith,
  manualSkill,
  mergeInto,
  type ScriptedAnswer,
  scriptedModel,
  seedTree,
} from "@metis-curate/testkit";
import fc from "fast-check";
import { makeValidEvent } from "../../src/curator/make-valid-event.ts";
import { eventsOf, existsAt, expectSound, writeText } from "./curator-world.ts";

const FREE = ["deploy-web-app", "deploy-web-site", "parse-log-json", "solo", "tool-user"] as const;
const GUARDED = ["pinned-one", "by-hand", "brought", "linked-one", "referred-to", "edited-one"] as const;
const NAMES = [...FREE, ...GUARDED];
const SHARED_BODY = "# Deploy\n\nBuild it and upload it.";

function skills() {
  return [
    agentSkill("deploy-web-app", { body: SHARED_BODY, loadedDaysAgo: [1, 2] }),
    agentSkill("deploy-web-site", { body: SHARED_BODY, loadedDaysAgo: [3] }),
    agentSkill("parse-log-json", { loadedDaysAgo: [1], files: { "notes.md": "n\n" } }),
    agentSkill("solo"),
    agentSkill("tool-user", {
      body: "# T\n\nRun deployctl push.\n\nLogs.",
      loadedDaysAgo: [1, 2, 3],
      failedLoads: 3,
    }),
    agentSkill("pinned-one", { files: { "run.sh": { content: "x", mode: 0o755 } } }),
    manualSkill("by-hand"),
    agentSkill("brought", { source: "imported" }),
    agentSkill("referred-to"),
    agentSkill("edited-one", { editedBody: "# Mine" }),
  ];
}

const nameArbitrary = fc.constantFrom(...NAMES);
/** What a model that means harm, or none, may say. */
const answerArbitrary: fc.Arbitrary<ScriptedAnswer | "echo" | "obey"> = fc.oneof(
  fc.constant("obey" as const),
  fc.constant("echo" as const),
  fc.record({
    action: fc.constantFrom("archive", "keep", "skip", "delete"),
    rationale: fc.constant("r"),
    reason: fc.constant("r"),
  }),
  fc
    .tuple(nameArbitrary, fc.subarray(NAMES, { maxLength: 3 }), fc.boolean())
    .map(([survivor, archive, newSkill]) => mergeInto(survivor, archive, { newSkill })),
  fc.constantFrom("prose", "{", '{"action":"archive"}', "---\nname: x\n---\n"),
  fc
    .constantFrom(
      "@@ @@\n-Run deployctl push.\n+Run deploy push.",
      "@@ @@\n-name: solo\n+name: other",
      "@@ @@\n-# T\n+---",
    )
    .map((diff) => editWith(diff)),
  fc.constant({ kind: "error" as const, message: "down", sent: true }),
);

function toAnswer(scripted: ScriptedAnswer | "echo" | "obey", { dossier }: ModelRequest): ScriptedAnswer {
  if (scripted !== "echo" && scripted !== "obey") return scripted;
  switch (dossier.purpose) {
    case "archive":
      return { action: "archive", rationale: "r" };
    case "edit":
      return editWith("@@ @@\n-Run deployctl push.\n+Run deploy push.");
    case "rewrite":
      return { body: [...new Set(dossier.members.map(({ body }) => body))].join("\n\n"), dropped: [] };
    case "consolidate": {
      const [survivor = "", ...rest] = dossier.members.map(({ name }) => name);
      return scripted === "echo"
        ? mergeInto("all-new", [survivor, ...rest], { newSkill: true })
        : mergeInto(survivor, rest);
    }
  }
}

/** What another workspace's Metis writes: no root, and a session nobody knows. */
const FOREIGN = ["skill.adopted", "skill.loaded"] as const;

type Command =
  | { readonly kind: "run"; readonly answers: readonly (ScriptedAnswer | "echo" | "obey")[] | null }
  | {
      readonly kind: "pin" | "unpin" | "archive" | "restore" | "adopt" | "disown" | "load" | "write" | "save";
      readonly skill: string;
    }
  | { readonly kind: "undo"; readonly nth: number }
  | { readonly kind: "restore-before"; readonly skill: string }
  | { readonly kind: "foreign"; readonly skill: string; readonly type: (typeof FOREIGN)[number] }
  | { readonly kind: "pause" | "resume" | "session-end" }
  | { readonly kind: "wait"; readonly days: number };

const commandArbitrary: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("run" as const),
      answers: fc.option(fc.array(answerArbitrary, { minLength: 1, maxLength: 4 })),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom("pin", "unpin", "archive", "restore", "adopt", "disown", "load", "write", "save"),
      skill: nameArbitrary,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("undo" as const), nth: fc.nat(3) }) },
  fc.record({ kind: fc.constant("restore-before" as const), skill: nameArbitrary }),
  fc.record({
    kind: fc.constant("foreign" as const),
    skill: nameArbitrary,
    type: fc.constantFrom(...FOREIGN),
  }),
  fc.record({ kind: fc.constantFrom("pause", "resume", "session-end") }),
  fc.record({ kind: fc.constant("wait" as const), days: fc.constantFrom(0.01, 7, 100) }),
);

interface Model {
  readonly fixture: CuratorFixture;
  /** Skills nobody allowed the curator to touch, with their trees. */
  readonly guarded: Map<string, string>;
  /** Those of them that a person wrote to. */
  readonly written: Set<string>;
}

function curatorOf(
  { deps }: CuratorFixture,
  answers: (ScriptedAnswer | "echo" | "obey")[] | null,
): SkillCurator {
  if (answers === null) return createCurator(deps);
  const model = scriptedModel({
    answers: (request, index) => toAnswer(answers[index % answers.length] ?? "prose", request),
  });
  return createCurator({ ...deps, model: { kind: "model", model } });
}

function treeText({ fs, deps }: CuratorFixture, name: string): string {
  const dump = fs.dump(deps.root.skillsDir);
  return JSON.stringify(
    Object.entries(dump).filter(([path]) => path === name || path.startsWith(`${name}/`)),
  );
}

/** Every SKILL.md of skills and archive, by content. */
function contents({ fs, deps }: CuratorFixture): ReadonlySet<string> {
  const texts = [deps.root.skillsDir, deps.root.archiveDir]
    .filter((directory) => existsAt(fs, directory))
    .flatMap((directory) => Object.entries(fs.dump(directory)))
    .filter(([path]) => path.endsWith("/SKILL.md"));
  return new Set(texts.map(([, { content }]) => content));
}

/** Commands by which an operator lets go of a skill, or the skill becomes another one, where they succeed. */
const LETS_GO: ReadonlySet<string> = new Set(["archive", "adopt", "save", "restore", "restore-before"]);

function letGo(
  { guarded, written }: Model,
  { kind, skill }: { readonly kind: string; readonly skill: string },
) {
  const isUnpinned = kind === "unpin" && skill === "pinned-one" && !written.has(skill);
  if (!isUnpinned && !LETS_GO.has(kind)) return;
  guarded.delete(skill);
  written.delete(skill);
}

async function perform(model: Model, command: Command): Promise<void> {
  const { fixture } = model;
  const curator = createCurator(fixture.deps);
  switch (command.kind) {
    case "run":
      await curatorOf(fixture, command.answers === null ? null : [...command.answers]).run({
        trigger: "explicit_cli",
        yes: true,
      });
      return;
    case "session-end":
      await curator.maybeRun("a-session");
      return;
    case "undo": {
      const acts = eventsOf(fixture, "skill.curated").map(({ payload }) => String(payload["curator_run_id"]));
      const undone = await curator.undo(String([...new Set(acts)].toReversed()[command.nth]));
      if (!undone.ok) return;
      for (const { skill, action } of undone.value.undone)
        if (action === "unpin") letGo(model, { kind: action, skill });
      return;
    }
    case "restore-before": {
      const before = new Date(fixture.clock.nowUs() / 1000).toISOString();
      if ((await curator.restore(command.skill, { before })).ok) letGo(model, command);
      return;
    }
    case "foreign":
      await appendForeign(fixture, command);
      return;
    case "wait":
      fixture.clock.advanceDays(command.days);
      return;
    case "load":
      await load(fixture, command.skill);
      return;
    case "write":
      writeByHand(model, command.skill);
      return;
    case "save": {
      const skill = { name: command.skill, description: "Anew.", body: `# ${command.skill}\n\nAnew.` };
      if ((await curator.saveSkill(skill, "s")).kind === "saved") letGo(model, command);
      return;
    }
    case "pause":
    case "resume":
      await curator[command.kind]();
      return;
    default:
      if ((await curator[command.kind](command.skill)).ok) letGo(model, command);
  }
}

async function load({ deps }: CuratorFixture, skill: string): Promise<void> {
  const payload = {
    root: deps.root.key,
    skill_id: skill,
    skill_version: "0".repeat(16),
    load_reason: "on_demand",
    load_size_tokens: 1,
    source: "workspace",
    triggered_by_tool_use_id: null,
  };
  await deps.trace.append(
    [makeValidEvent(deps, { type: "skill.loaded", sessionId: "later", payload })],
    "normal",
  );
}

async function appendForeign(
  { deps }: CuratorFixture,
  { type, skill }: { readonly type: (typeof FOREIGN)[number]; readonly skill: string },
): Promise<void> {
  const named = { skill_id: skill, skill_version: "0".repeat(16) };
  const payload = {
    "skill.adopted": named,
    "skill.loaded": {
      ...named,
      load_reason: "on_demand",
      load_size_tokens: 1,
      source: "workspace",
      triggered_by_tool_use_id: null,
    },
  }[type];
  await deps.trace.append([makeValidEvent(deps, { type, sessionId: "elsewhere", payload })], "normal");
}

/** A hand edit is a person's until the operator adopts, restores, archives or replaces it. */
function writeByHand({ fixture, guarded, written }: Model, skill: string): void {
  const before = treeText(fixture, skill);
  write(fixture, skill);
  const after = treeText(fixture, skill);
  if (after === before) return;
  guarded.set(skill, after);
  written.add(skill);
}

function write(fixture: CuratorFixture, skill: string): void {
  const path = `${fixture.deps.root.skillsDir}/${skill}/SKILL.md`;
  if (existsAt(fixture.fs, path))
    writeText(
      fixture,
      path,
      `---\nname: ${skill}\ndescription: Mine.\n---\n\nBy hand ${fixture.clock.nowUs()}.\n`,
    );
}

async function makeModel(): Promise<{ model: Model; neighbour: CuratorFixture }> {
  const workspace = "/home/ada/other";
  const alone = curatorFixture({ workspace, skills: skills() });
  const theirs = skills().flatMap(({ events }) =>
    events.map((event) => ({ ...event, payload: { ...event.payload, root: alone.deps.root.key } })),
  );
  const files = { "AGENTS.md": "Use skills/referred-to." };
  const fixture = curatorFixture({ skills: skills(), events: theirs, files });
  seedTree(fixture.fs, fixture.deps.root.base, {
    "shared/linked-one/SKILL.md": "---\nname: linked-one\ndescription: Linked.\n---\nx\n",
    ".metis/skills/linked-one": { link: "../../shared/linked-one" },
  });
  await createCurator(fixture.deps).pin("pinned-one");
  const guarded = new Map(GUARDED.map((name) => [name as string, treeText(fixture, name)]));
  const { trace, clock, ids } = fixture.deps;
  return {
    model: { fixture, guarded, written: new Set() },
    neighbour: { ...alone, deps: { ...alone.deps, trace, clock, ids } },
  };
}

/** A first sight is noted without an event: only where no event says more may the sidecar differ. */
function isFirstSight({ trace, deps }: CuratorFixture, commands: readonly Command[]): boolean {
  const { last_curation_at_iso } = rebuildSidecar(trace.events, deps.root);
  return last_curation_at_iso === null && commands.some(({ kind }) => kind === "session-end");
}

test("no sequence of commands touches what is not the curator's, or loses anything", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(commandArbitrary, { minLength: 1, maxLength: 12 }), async (commands) => {
      const { model, neighbour } = await makeModel();
      const { fixture, guarded } = model;
      const theirs = neighbour.fs.dump();
      for (const [index, command] of commands.entries()) {
        const before = contents(fixture);
        await perform(model, command);
        const after = contents(fixture);
        if (command.kind !== "write") {
          for (const content of before) expect(after.has(content), JSON.stringify(command)).toBe(true);
        }
        for (const [name, tree] of guarded)
          expect(treeText(fixture, name), `${name} ${JSON.stringify(command)}`).toBe(tree);
        expectSound(fixture, { firstSight: isFirstSight(fixture, commands.slice(0, index + 1)) });
      }
      expect(neighbour.fs.dump()).toEqual(theirs);
      const list = await createCurator(neighbour.deps).list();
      expect(list.ok && list.value.skills.every(({ pinned, state }) => !pinned && state !== "archived")).toBe(
        true,
      );
    }),
    { numRuns: 60 },
  );
});
