import {
  INDEX_FIELDS,
  type IndexChange,
  type IndexedSkill,
  type IndexField,
  type LearnedSkill,
} from "@metis-curate/core";
import * as fc from "fast-check";

const NAMES = ["alpha", "beta", "gamma", "数据-迁移", "épée", "delta-2"] as const;
export const INDEX_TERMS = [
  "deploi",
  "docker",
  "pdf",
  "部署",
  "署应",
  "हिन्दी",
  "naiv",
  "~^de",
  "~dep",
  "k8s",
] as const;
export const INDEX_DIMENSION = 4;

export const indexedNames = fc.constantFrom(...NAMES);
const terms = fc.array(fc.constantFrom(...INDEX_TERMS), { maxLength: 6 });

export const indexedSkills: fc.Arbitrary<IndexedSkill> = fc.record({
  name: indexedNames,
  path: fc.constantFrom("/a/SKILL.md", "/b/SKILL.md"),
  description: fc.string({ maxLength: 20 }),
  triggerText: fc.string({ maxLength: 10 }),
  contentHash: fc.constantFrom("a1", "b2", "c3"),
  stamp: fc.constantFrom("1", "2"),
  profileTags: fc.array(fc.constantFrom("web", "ops"), { maxLength: 2 }),
  terms: fc.record(
    Object.fromEntries(INDEX_FIELDS.map((field) => [field, terms])) as Record<IndexField, typeof terms>,
  ),
});

const timeUs = fc.option(fc.integer({ min: 0, max: 4_000_000_000_000_000 }));

export const learnedSkills: fc.Arbitrary<LearnedSkill> = fc.record({
  name: indexedNames,
  state: fc.constantFrom("active", "stale", "archived", "draft"),
  effectiveness: fc.double({ min: 0, max: 1, noNaN: true, noDefaultInfinity: true }),
  uses: fc.nat(50),
  successes: fc.nat(50),
  gapCount: fc.nat(50),
  lastUsedAtUs: timeUs,
  idleSinceUs: timeUs,
  createdAtUs: timeUs,
});

export function indexVectors(dimension: number = INDEX_DIMENSION): fc.Arbitrary<Float32Array> {
  return fc
    .array(fc.integer({ min: -8, max: 8 }), { minLength: dimension, maxLength: dimension })
    .map((values) => Float32Array.from(values));
}

/** One change as a matcher might make it; vectors of two models and two dimensions. */
export const indexChanges: fc.Arbitrary<IndexChange> = fc.record(
  {
    remove: fc.array(indexedNames, { maxLength: 2 }),
    put: fc.array(indexedSkills, { maxLength: 3 }),
    touch: fc.array(
      fc.record({ name: indexedNames, path: fc.constant("/c/SKILL.md"), stamp: fc.constant("3") }),
      {
        maxLength: 1,
      },
    ),
    learn: fc.array(learnedSkills, { maxLength: 3 }),
    vectors: fc.constantFrom(INDEX_DIMENSION, INDEX_DIMENSION + 1).chain((dimension) =>
      fc.record({
        model: fc.constantFrom("one", "two"),
        dimension: fc.constant(dimension),
        of: fc
          .array(fc.tuple(indexedNames, fc.array(indexVectors(dimension), { minLength: 1, maxLength: 3 })), {
            maxLength: 4,
          })
          .map((entries) => new Map(entries)),
      }),
    ),
    notes: fc.dictionary(fc.constantFrom("seen", "learned"), fc.string({ maxLength: 5 }), { maxKeys: 2 }),
    atUs: fc.nat(1_000_000),
  },
  { requiredKeys: ["atUs"] },
);
