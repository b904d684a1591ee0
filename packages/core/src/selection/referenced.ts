import type { Skill } from "../skills/skill.ts";
import type { Reference } from "./candidate.ts";
import { buildReferenceScanner } from "./find-references.ts";
import { compareText } from "./order.ts";

export interface ReferenceText {
  /** Relative to the workspace. */
  readonly path: string;
  readonly text: string;
}

/** What skills and files refer to, kept between graphs over the same ones: only what became alive is read. */
export type ReferenceScans = Map<Skill | ReferenceText, ReadonlySet<string>>;

export interface ReferenceGraph {
  /** Names that something alive refers to. */
  readonly referenced: ReadonlySet<string>;
  /** What the living refer to; sorted. Nobody refers to itself. */
  readonly references: readonly Reference[];
}

/**
 * Returns what live skills and reference files refer to. `idle` are the skills about to be archived: they refer
 * to nothing, unless something alive refers to them, which makes them alive too (least fixpoint). A skill that
 * could not be loaded cannot be read and refers to nothing. CONTRACTS 5.
 */
export function referenceGraph(
  skills: readonly Skill[],
  idle: ReadonlySet<string>,
  files: readonly ReferenceText[],
  scans: ReferenceScans = new Map(),
): ReferenceGraph {
  const scanner = buildReferenceScanner(skills.map((skill) => skill.name));
  const scan = <T extends Skill | ReferenceText>(source: T, textOf: (source: T) => string) => {
    const known = scans.get(source) ?? scanner(textOf(source));
    scans.set(source, known);
    return known;
  };
  const byName = new Map(skills.map((skill) => [skill.name, skill]));
  const referenced = new Set<string>();
  const references: Reference[] = [];
  const alive = skills.filter((skill) => !idle.has(skill.name));

  const follow = (from: string, targets: Iterable<string>): void => {
    for (const to of targets) {
      references.push({ from, to });
      const revived = idle.has(to) && !referenced.has(to) ? byName.get(to) : undefined;
      referenced.add(to);
      if (revived !== undefined) alive.push(revived);
    }
  };
  for (const file of files)
    follow(
      file.path,
      scan(file, ({ text }) => text),
    );
  for (let skill = alive.pop(); skill !== undefined; skill = alive.pop()) {
    const self = skill.name;
    follow(
      self,
      Array.from(scan(skill, skillText)).filter((to) => to !== self),
    );
  }
  references.sort((a, b) => compareText(a.from, b.from) || compareText(a.to, b.to));
  return { referenced, references };
}

/** All that a skill says, except its own name; metadata in the form of its YAML, so that keys are seen. */
function skillText(skill: Skill): string {
  const { description, license, compatibility, metadata, allowedTools } = skill.fields;
  const entries = Object.entries(metadata ?? {}).map(([key, value]) => `${key}: ${value}`);
  return [description, license, compatibility, ...entries, ...(allowedTools ?? []), skill.body]
    .filter((part) => part !== undefined)
    .join("\n");
}
