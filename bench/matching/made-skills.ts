import { type IndexedSkill, skillTerms } from "@metis-curate/core";

const VOCABULARY = 30_000;
const DESCRIPTION_WORDS = 24;
const BODY_WORDS = 120;
const SYLLABLES = "ba ce di fo gu ka le mi no pu ra se ti vo xu za".split(" ");

/** Numbers 0 ≤ n < 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Words as in a text of people: the n-th is used about 1/n as often as the first. */
export function madeWord(random: () => number): string {
  return spell(Math.floor(VOCABULARY ** random()));
}

export function madeText(random: () => number, words: number): string {
  return Array.from({ length: words }, () => madeWord(random)).join(" ");
}

export function madeSkill(serial: number, random: () => number): IndexedSkill {
  const name = `${madeWord(random)}-${madeWord(random)}-${serial}`;
  const description = `${madeText(random, DESCRIPTION_WORDS)}. Use when asked to ${madeText(random, 4)}.`;
  const { triggerText, terms } = skillTerms({ name, description, body: madeText(random, BODY_WORDS) });
  return {
    name,
    path: `/skills/${name}/SKILL.md`,
    description,
    triggerText,
    contentHash: String(serial),
    stamp: "",
    profileTags: [],
    terms,
  };
}

function spell(rank: number): string {
  let word = "";
  for (let left = rank + 16; left > 0; left = Math.floor(left / 16)) word += SYLLABLES[left % 16] ?? "";
  return word;
}
