import { expect, test } from "bun:test";
import { type ActReport, createCurator, type ModelRequest, type Outcome } from "@metis-curate/core";
import {
  agentSkill,
  type CuratorFixture,
  confirmArchive,
  curatorFixture,
  editWith,
  keepSkill,
  manualSkill,
  mergeInto,
  type ScriptedAnswer,
  scriptedModel,
} from "@metis-curate/testkit";
import fc from "fast-check";
import { makeValidEvent } from "../../src/curator/make-valid-event.ts";
import { eventsOf, existsAt, expectSound, writeText } from "./curator-world.ts";

/** Why a run must leave a skill as it is; kept by the test alone, from the commands it gave. */
type Reason = "manual" | "imported" | "disowned" | "pinned" | "edited";

const NAMES = [
  "deploy-web-app",
  "deploy-web-site",
  "deploy-web-api",
  "tool-user",
  "idle-one",
  "idle-two",
  "by-hand",
  "brought",
] as const;
const TOOL_BODY = "# T\n\nRun deployctl push.\n\nLogs.";

function skills() {
  return [
    agentSkill("deploy-web-app", { loadedDaysAgo: [1, 2], files: { "notes.md": "n\n" } }),
    agentSkill("deploy-web-site", { loadedDaysAgo: [3] }),
    agentSkill("deploy-web-api", { loadedDaysAgo: [2], path: "ops/deploy-web-api" }),
    agentSkill("tool-user", { body: TOOL_BODY, loadedDaysAgo: [1, 2, 3], failedLoads: 3 }),
    agentSkill("idle-one", { files: { "scripts/run.sh": { content: "#!/bin/sh\n", mode: 0o755 } } }),
    agentSkill("idle-two"),
    manualSkill("by-hand"),
    agentSkill("brought", { source: "imported" }),
  ];
}

interface Answering {
  readonly says: "obey" | "merge-anew" | "merge-one" | "no" | "prose";
  /** A skill a person edits while the model is asked. */
  readonly sneaks: (typeof NAMES)[number] | null;
}

type Command =
  | { readonly kind: "run"; readonly answers: readonly Answering[] | "rules" }
  | {
      readonly kind:
        | "pin"
        | "unpin"
        | "archive"
        | "force"
        | "restore"
        | "before"
        | "describe"
        | "adopt"
        | "disown"
        | "load"
        | "write";
      readonly skill: string;
    }
  | { readonly kind: "undo"; readonly nth: number }
  | { readonly kind: "wait"; readonly days: number }
  | { readonly kind: "session-end" };

const answeringArbitrary: fc.Arbitrary<Answering> = fc.record({
  says: fc.constantFrom("obey", "obey", "merge-anew", "merge-one", "no", "prose"),
  sneaks: fc.option(fc.constantFrom(...NAMES), { freq: 3 }),
});

const commandArbitrary: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("run" as const),
      answers: fc.oneof(
        fc.constant("rules" as const),
        fc.array(answeringArbitrary, { minLength: 1, maxLength: 3 }),
      ),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        ...(["pin", "unpin", "archive", "force", "restore", "before"] as const),
        ...(["describe", "adopt", "disown", "load", "write"] as const),
      ),
      skill: fc.constantFrom<string>(...NAMES),
    }),
  },
  fc.record({ kind: fc.constant("undo" as const), nth: fc.nat(4) }),
  fc.record({ kind: fc.constant("wait" as const), days: fc.constantFrom(0.001, 8, 100) }),
  fc.constant({ kind: "session-end" as const }),
);

class World {
  readonly reasons = new Map<string, Set<Reason>>(NAMES.map((name) => [name, new Set()]));
  /** What people wrote, by skill; while it is theirs it must be live, byte for byte. */
  readonly written = new Map<string, string>();
  #serial = 0;

  readonly fixture: CuratorFixture;

  constructor(fixture: CuratorFixture) {
    this.fixture = fixture;
    this.of("by-hand").add("manual");
    this.of("brought").add("imported");
  }

  of(skill: string): Set<Reason> {
    return this.reasons.get(skill) ?? expect.unreachable(skill);
  }

  drop(skill: string, ...reasons: readonly Reason[]): void {
    const own = this.reasons.get(skill);
    for (const reason of reasons) own?.delete(reason);
    if (reasons.includes("edited")) this.written.delete(skill);
  }

  forget(skill: string): void {
    this.drop(skill, "manual", "imported", "disowned", "pinned", "edited");
  }

  fileOf(skill: string): string | null {
    const { fs, deps } = this.fixture;
    const places = [skill, `ops/${skill}`].map((place) => `${deps.root.skillsDir}/${place}/SKILL.md`);
    return places.find((path) => existsAt(fs, path)) ?? null;
  }

  /** A person changes SKILL.md with an editor. */
  write(skill: string): void {
    const path = this.fileOf(skill);
    if (path === null) return;
    this.#serial += 1;
    const text = `---\nname: ${skill}\ndescription: Mine.\n---\n\nBy hand, ${this.#serial}.\n`;
    writeText(this.fixture, path, text);
    this.of(skill).add("edited");
    this.written.set(skill, text);
  }

  tree(skill: string): string {
    const { fs, deps } = this.fixture;
    const own = Object.entries(fs.dump(deps.root.skillsDir)).filter(([path]) =>
      `/${path}/`.includes(`/${skill}/`),
    );
    return JSON.stringify(own);
  }

  trees(): ReadonlyMap<string, string> {
    return new Map(NAMES.map((name) => [name, this.tree(name)]));
  }

  contents(): ReadonlySet<string> {
    const { fs, deps } = this.fixture;
    const texts = [deps.root.skillsDir, deps.root.archiveDir]
      .filter((directory) => existsAt(fs, directory))
      .flatMap((directory) => Object.entries(fs.dump(directory)));
    return new Set(texts.filter(([path]) => path.endsWith("/SKILL.md")).map(([, { content }]) => content));
  }
}

function answer(world: World, { says, sneaks }: Answering, { dossier }: ModelRequest): ScriptedAnswer {
  if (sneaks !== null) world.write(sneaks);
  if (says === "no") return keepSkill();
  if (says === "prose") return "Let us keep everything.";
  switch (dossier.purpose) {
    case "archive":
      return confirmArchive();
    case "edit":
      return editWith("@@ @@\n-Run deployctl push.\n+Run deploy push.");
    case "rewrite":
      return { body: [...new Set(dossier.members.map(({ body }) => body))].join("\n\n"), dropped: [] };
    case "consolidate": {
      const names = dossier.members.map(({ name }) => name);
      const [survivor = "", ...rest] = names;
      if (says === "merge-anew") return mergeInto(`all-${survivor}`, names, { newSkill: true });
      return mergeInto(survivor, says === "merge-one" ? rest.slice(0, 1) : rest);
    }
  }
}

function curatorFor(world: World, answers: readonly Answering[] | "rules") {
  const { deps } = world.fixture;
  if (answers === "rules") return createCurator(deps);
  const nth = (index: number) => answers[index % answers.length] ?? expect.unreachable();
  const model = scriptedModel({ answers: (request, index) => answer(world, nth(index), request) });
  return createCurator({ ...deps, model: { kind: "model", model } });
}

const PERSONS: readonly Reason[] = ["manual", "imported", "disowned", "pinned"];

/** Does one command and returns the skills whose files it was allowed to change. */
async function perform(world: World, command: Command): Promise<ReadonlySet<string>> {
  const curator = createCurator(world.fixture.deps);
  switch (command.kind) {
    case "run": {
      const guarded = () => NAMES.filter((name) => world.of(name).size > 0);
      const before = guarded();
      await curatorFor(world, command.answers).run({ trigger: "explicit_cli", yes: true });
      return new Set(NAMES.filter((name) => !before.includes(name)));
    }
    case "session-end":
      await curator.maybeRun("a-session");
      return new Set(NAMES.filter((name) => world.of(name).size === 0));
    case "undo":
      return undo(world, command.nth);
    case "wait":
      world.fixture.clock.advanceDays(command.days);
      return new Set();
    default:
      return performOn(world, command.kind, command.skill);
  }
}

async function undo(world: World, nth: number): Promise<ReadonlySet<string>> {
  const acts = eventsOf(world.fixture, "skill.curated").map((event) => event.payload["curator_run_id"]);
  const runId = [...new Set(acts)].at(-1 - nth);
  if (runId === undefined) return new Set();
  const report = await createCurator(world.fixture.deps).undo(String(runId));
  if (!report.ok) return new Set();
  const undone = report.value.undone.map(({ skill }) => skill);
  for (const skill of undone) {
    // A person's present text is "changed since" and stays; an archived one comes back as it was.
    if (world.written.has(skill) && world.fileOf(skill) !== null) continue;
    world.forget(skill);
  }
  for (const { skill, action } of report.value.undone) if (action === "unpin") world.drop(skill, "pinned");
  return new Set(undone);
}

async function performOn(
  world: World,
  kind: Extract<Command, { skill: string }>["kind"],
  skill: string,
): Promise<ReadonlySet<string>> {
  const curator = createCurator(world.fixture.deps);
  const reasons = world.of(skill);
  switch (kind) {
    case "pin":
      if ((await curator.pin(skill)).ok) reasons.add("pinned");
      return new Set();
    case "unpin":
      if ((await curator.unpin(skill)).ok) world.drop(skill, "pinned");
      return new Set();
    case "adopt":
      if ((await curator.adopt(skill)).ok) world.drop(skill, "manual", "imported", "disowned", "edited");
      return new Set();
    case "disown":
      if ((await curator.disown(skill)).ok) reasons.add("disowned");
      return new Set();
    case "archive": {
      const isPersons = PERSONS.some((reason) => reasons.has(reason));
      const outcome = await curator.archive(skill);
      if (isPersons) expect(outcome.ok).toBe(false);
      return acted(world, skill, outcome);
    }
    case "force":
      return acted(world, skill, await curator.archive(skill, { force: true }));
    case "restore":
      return acted(world, skill, await curator.restore(skill));
    case "before":
      return acted(world, skill, await curator.restore(skill, { before: "2027-12-31T00:00:00Z" }));
    case "describe": {
      const outcome = await curator.applyDescription(skill);
      // The rest of a person's text stays that person's.
      const path = outcome.ok && world.written.has(skill) ? world.fileOf(skill) : null;
      if (path !== null) {
        const text = new TextDecoder().decode(world.fixture.fs.readFile(path));
        expect(text).toContain(world.written.get(skill)?.split("---\n").at(-1) ?? expect.unreachable());
        world.written.set(skill, text);
      }
      return new Set(outcome.ok ? [skill] : []);
    }
    case "load":
      await load(world.fixture, skill);
      return new Set();
    case "write":
      world.write(skill);
      return new Set([skill]);
  }
}

function acted(world: World, skill: string, outcome: Outcome<ActReport>): ReadonlySet<string> {
  if (!outcome.ok) return new Set();
  world.forget(skill);
  return new Set([skill]);
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

test("a run touches no skill that a person holds, an act touches none but its own", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(commandArbitrary, { minLength: 1, maxLength: 14 }), async (commands) => {
      const world = new World(curatorFixture({ skills: skills() }));
      let wasFirstSight = false;
      for (const command of commands) {
        const before = world.trees();
        const contents = world.contents();
        const free = await perform(world, command);
        const said = JSON.stringify(command);
        for (const [name, tree] of before) {
          if (free.has(name) || world.written.has(name)) continue;
          expect(world.tree(name), `${name} ${said}`).toBe(tree);
        }
        for (const [name, text] of world.written) {
          const path = world.fileOf(name) ?? expect.unreachable(`${name} is gone: ${said}`);
          expect(new TextDecoder().decode(world.fixture.fs.readFile(path)), `${name} ${said}`).toBe(text);
        }
        const after = world.contents();
        if (!overwrites(command)) for (const content of contents) expect(after.has(content), said).toBe(true);
        wasFirstSight ||= command.kind === "session-end";
        expectSound(world.fixture, { firstSight: wasFirstSight });
      }
    }),
    { numRuns: 80 },
  );
});

/** A person's own editor may lose what was there before. */
function overwrites(command: Command): boolean {
  if (command.kind === "write") return true;
  return (
    command.kind === "run" &&
    command.answers !== "rules" &&
    command.answers.some(({ sneaks }) => sneaks !== null)
  );
}
