import { expect, test } from "bun:test";
import { createCurator, type ModelRequest } from "@metis-curate/core";
import {
  type CuratorFixture,
  confirmArchive,
  curatorFixture,
  editWith,
  type FixtureSkill,
  mergeInto,
  rewriteAs,
  scriptedModel,
} from "@metis-curate/testkit";
import fc from "fast-check";
import { done, eventsOf, expectSound, runNow, sidecarText, skillsDump } from "./curator-world.ts";
import { libraryArbitrary } from "./library-arbitrary.ts";

/** Confirms everything with an answer that code can accept. */
function obliging(newSkill: boolean) {
  return scriptedModel({
    answers: ({ dossier }: ModelRequest) => {
      switch (dossier.purpose) {
        case "archive":
          return confirmArchive();
        case "edit":
          return editWith("@@ @@\n-Run deployctl push.\n+Run deploy push.");
        case "rewrite":
          return rewriteAs([...new Set(dossier.members.map(({ body }) => body))].join("\n\n"));
        case "consolidate": {
          const names = dossier.members.map(({ name }) => name);
          const [survivor = "", ...rest] = names;
          return newSkill ? mergeInto(`${survivor}-all`, names, { newSkill }) : mergeInto(survivor, rest);
        }
      }
    },
  });
}

const modelArbitrary = fc.constantFrom<"rules" | "merges" | "creates">("rules", "merges", "creates");

function worldOf(skills: readonly FixtureSkill[], model: "rules" | "merges" | "creates"): CuratorFixture {
  return curatorFixture({ skills, ...(model === "rules" ? {} : { model: obliging(model === "creates") }) });
}

test("S1 19, S1 20: every skill.curated is valid, one per action, and run events pair", async () => {
  await fc.assert(
    fc.asyncProperty(libraryArbitrary, modelArbitrary, async (skills, model) => {
      const fixture = worldOf(skills, model);
      const report = await runNow(fixture);
      expectSound(fixture);
      const curated = eventsOf(fixture, "skill.curated");
      expect(report.actions).toEqual(curated.map(({ payload }) => payload));
      const keys = curated.map(({ payload }) => `${payload["action"]} ${payload["skill_id"]}`);
      expect(new Set(keys).size).toBe(keys.length);
      const outcomes = [...report.left_alone.map(({ skill }) => skill)];
      expect(new Set(outcomes).size).toBe(outcomes.length);
    }),
    { numRuns: 40 },
  );
});

test("S1 22: a dry run changes nothing, emits nothing and calls no model", async () => {
  await fc.assert(
    fc.asyncProperty(libraryArbitrary, async (skills) => {
      const model = scriptedModel({ answers: [] });
      const fixture = curatorFixture({ skills, model });
      const before = fixture.fs.dump(fixture.deps.root.base);
      const events = fixture.trace.events.length;
      done(await createCurator(fixture.deps).plan());
      expect(fixture.fs.dump(fixture.deps.root.base)).toEqual(before);
      expect(fixture.trace.events).toHaveLength(events);
      expect(model.requests).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

test("S1 12.2: a second run takes zero actions when the first ended by itself", async () => {
  await fc.assert(
    fc.asyncProperty(libraryArbitrary, modelArbitrary, fc.nat(6), async (skills, model, days) => {
      const fixture = worldOf(skills, model);
      const first = await runNow(fixture);
      expect(first.ended_early).toBeNull();
      fixture.clock.advanceDays(days / 12);
      const second = await runNow(fixture);
      expect(second.actions).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test("S1 12.2: archive then restore is byte-identical, sidecar included", async () => {
  await fc.assert(
    fc.asyncProperty(libraryArbitrary, fc.boolean(), fc.boolean(), async (skills, pins, wasRun) => {
      const fixture = curatorFixture({ skills });
      const curator = createCurator(fixture.deps);
      if (wasRun) await runNow(fixture);
      const [name] = fixture.fs.readdir(fixture.deps.root.skillsDir).map((entry) => entry.name);
      if (name === undefined) return;
      if (pins) done(await curator.pin(name));
      const before = [skillsDump(fixture), sidecarText(fixture)];
      done(await curator.archive(name, { force: true }));
      fixture.clock.advanceDays(1);
      done(await curator.restore(name));
      expect([skillsDump(fixture), sidecarText(fixture)]).toEqual(before);
    }),
    { numRuns: 40 },
  );
});

test("undo of a whole run brings the skills tree back byte for byte", async () => {
  await fc.assert(
    fc.asyncProperty(libraryArbitrary, modelArbitrary, async (skills, model) => {
      const fixture = worldOf(skills, model);
      const before = skillsDump(fixture);
      const report = await runNow(fixture);
      if (report.actions.length === 0) return;
      const undone = done(await createCurator(fixture.deps).undo(report.curator_run_id));
      expect(undone.left).toEqual([]);
      expect(skillsDump(fixture)).toEqual(before);
      expectSound(fixture);
    }),
    { numRuns: 60 },
  );
});
