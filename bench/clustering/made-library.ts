import { madeWord, seeded } from "../matching/made-skills.ts";

/** A skill as clustering sees it. */
export interface MadeSkill {
  readonly name: string;
  readonly description: string;
  readonly body: string;
  readonly loads: number;
}

/** Share of the skills that grew out of another one, as agents leave them behind. */
const DERIVED_SHARE = 0.25;
const FAMILY_MAX = 6;
const NAME_WORDS = [2, 4] as const;
const DESCRIPTION_WORDS = [8, 20] as const;
const LOADS_MAX = 40;
/** Of a description or body, the share of words that a derived skill has for itself. */
const CHANGED_SHARE = 0.12;
const SUFFIXES = ["enhanced", "fallback", "v2", "merged", "robust"] as const;

export interface LibrarySize {
  readonly skills: number;
  /** Words of a body; 0 leaves bodies empty, where only names and descriptions count. */
  readonly bodyWords: number;
  readonly seed: number;
}

/**
 * Returns a library whose words are drawn as in texts of people (the n-th word about 1/n as often as the first), with
 * families of near-duplicates. Names are unique. The same for the same size and seed.
 */
export function madeLibrary({ skills, bodyWords, seed }: LibrarySize): readonly MadeSkill[] {
  const random = seeded(seed);
  const made: MadeSkill[] = [];
  const taken = new Set<string>();
  while (made.length < skills) {
    const first = ownSkill(random, taken, bodyWords);
    made.push(first);
    const members = random() < DERIVED_SHARE / 2 ? between(random, [1, FAMILY_MAX - 1]) : 0;
    for (let at = 0; at < members && made.length < skills; at += 1) {
      made.push(derivedSkill(random, taken, first));
    }
  }
  return made;
}

function ownSkill(random: () => number, taken: Set<string>, bodyWords: number): MadeSkill {
  const name = freeName(random, taken, words(random, between(random, NAME_WORDS)).join("-"));
  const description = words(random, between(random, DESCRIPTION_WORDS)).join(" ");
  return { name, description, body: words(random, bodyWords).join(" "), loads: loads(random) };
}

function derivedSkill(random: () => number, taken: Set<string>, from: MadeSkill): MadeSkill {
  const suffix = SUFFIXES[Math.floor(random() * SUFFIXES.length)] ?? SUFFIXES[0];
  const name = freeName(random, taken, `${from.name}-${suffix}`);
  const description = changed(random, from.description);
  return { name, description, body: changed(random, from.body), loads: loads(random) };
}

function changed(random: () => number, text: string): string {
  return text
    .split(" ")
    .map((word) => (word !== "" && random() < CHANGED_SHARE ? madeWord(random) : word))
    .join(" ");
}

function freeName(random: () => number, taken: Set<string>, wanted: string): string {
  let name = wanted;
  while (taken.has(name)) name = `${name}-${madeWord(random)}`;
  taken.add(name);
  return name;
}

function words(random: () => number, count: number): readonly string[] {
  return Array.from({ length: count }, () => madeWord(random));
}

function between(random: () => number, [low, high]: readonly [number, number]): number {
  return low + Math.floor(random() * (high - low + 1));
}

function loads(random: () => number): number {
  return Math.floor(LOADS_MAX * random() ** 3);
}
