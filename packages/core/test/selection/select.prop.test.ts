import { expect, test } from "bun:test";
import { LEFT_ALONE_REASONS, type Selection, select } from "@metis-curate/core";
import { type SelectionSkill, selectionInput, selectionSkillsArbitrary } from "@metis-curate/testkit";
import * as fc from "fast-check";

const parts = fc.record({
  attended: fc.boolean(),
  config: fc.record({ max_skills_per_root: fc.constantFrom(1, 2, 200) }),
  model: fc.record({ id: fc.constantFrom("rules", "m"), free: fc.boolean() }),
  uncovered: fc.constantFrom(
    new Map<string, string>(),
    new Map(["api-1", "code-python-2", "review-3"].map((name) => [name, "unwatched"])),
  ),
});

function named(selection: Selection): readonly string[] {
  const candidates = selection.candidates.flatMap(({ skills }) => [...skills]);
  return [...candidates, ...selection.leftAlone.map(({ skill }) => skill)];
}

test("every loaded skill ends with exactly one outcome", () => {
  fc.assert(
    fc.property(selectionSkillsArbitrary(), parts, (skills, options) => {
      const selection = select(selectionInput(skills, options));
      expect([...named(selection)].sort()).toEqual(skills.map(({ name }) => name).sort());
      for (const { reason } of selection.leftAlone) expect(LEFT_ALONE_REASONS).toContain(reason);
    }),
  );
});

test("the order of skills, files and records changes nothing", () => {
  fc.assert(
    fc.property(selectionSkillsArbitrary(), parts, (skills, options) => {
      const input = selectionInput(skills, options);
      const shuffled = {
        ...input,
        library: { skills: [...input.library.skills].reverse(), skipped: [] },
        history: { ...input.history, skills: new Map([...input.history.skills].reverse()) },
        failures: new Map([...input.failures].reverse()),
      };
      expect(select(shuffled)).toEqual(select(input));
    }),
  );
});

test("no candidate ever names a skill that is manual, imported, pinned, linked or hand-edited", () => {
  fc.assert(
    fc.property(selectionSkillsArbitrary(), parts, (skills, options) => {
      const specs = new Map<string, SelectionSkill>(skills.map((spec) => [spec.name, spec]));
      for (const name of select(selectionInput(skills, options)).candidates.flatMap((it) => [...it.skills])) {
        const spec = specs.get(name);
        expect(spec?.origin ?? "auto_generated").toBe("auto_generated");
        expect([spec?.pinned ?? false, spec?.linked ?? false]).toEqual([false, false]);
        expect(spec?.baseline ?? "present").toBe("present");
      }
    }),
  );
});

test("nothing that stays refers to what is archived", () => {
  fc.assert(
    fc.property(selectionSkillsArbitrary(), parts, (skills, options) => {
      const selection = select(selectionInput(skills, options));
      const archived = new Set(
        selection.candidates
          .filter(({ action }) => action === "archive")
          .flatMap(({ skills: [name] }) => name ?? []),
      );
      for (const { to } of selection.references) expect(archived).not.toContain(to);
    }),
  );
});

test("an answered no silences exactly that candidate", () => {
  fc.assert(
    fc.property(selectionSkillsArbitrary(), (skills) => {
      const input = selectionInput(skills);
      const first = select(input).candidates[0];
      if (first === undefined) return;
      const refusals = [{ candidateHash: first.hash, model: input.model.id, atUs: input.nowUs }];
      const after = select({ ...input, history: { ...input.history, refusals } });
      expect(after.candidates.map(({ hash }) => hash)).not.toContain(first.hash);
    }),
  );
});
