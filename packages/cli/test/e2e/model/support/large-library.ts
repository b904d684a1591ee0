import { agentSkill, type FixtureSkill, type SeededRandom, seededRandom } from "@metis-curate/testkit";
import { decayed } from "./libraries.ts";

/** What stands in a library; the rest is in use and stands alone. */
export interface LibraryMix {
  readonly skills: number;
  readonly idle: number;
  /** Groups of two and of three that are for one task. */
  readonly pairs: number;
  readonly triples: number;
  readonly decayed: number;
}

/** The first look at a library that nobody tidied for a quarter of a year. */
export const FIRST_CLEANUP: LibraryMix = { skills: 200, idle: 40, pairs: 12, triples: 8, decayed: 8 };
/** A week later, and every week. */
export const USUAL_WEEK: LibraryMix = { skills: 200, idle: 4, pairs: 2, triples: 0, decayed: 1 };

/** The median of libraries that agents wrote by themselves. */
const BODY_BYTES = 4_000;
const SUBJECTS = "the report,the branch,the queue,the schema,the invoice,the page,the index,the budget".split(
  ",",
);
const ACTS = "Check,Read,Compare,Write down,Measure,Copy,Rename,Sort".split(",");
const ENDS =
  "before anything else,with the owner,until two runs agree,and keep the old one,one at a time,in the second window".split(
    ",",
  );
const COMMANDS = ["rg --files -g '*.md' | wc -l", "git log --oneline -n 20", "jq '.items | length' out.json"];

/** Returns such a library with bodies of about four kilobytes, the same for the same mix. */
export function largeLibrary(mix: LibraryMix): readonly FixtureSkill[] {
  const random = seededRandom(200);
  const idle = range(mix.idle).map((at) =>
    agentSkill(`idle${at}`, { ...textOf(random, `idle${at}`), createdDaysAgo: 200 }),
  );
  const groups = [...range(mix.pairs).map(() => 2), ...range(mix.triples).map(() => 3)];
  const families = groups.flatMap((members, at) => family(random, `task${at}`, members));
  const failing = range(mix.decayed).map((at) => decayed(`reader${at}`, fill(random, BODY_BYTES)));
  const taken = idle.length + families.length + failing.length;
  const used = range(mix.skills - taken).map((at) =>
    agentSkill(`used${at}`, {
      ...textOf(random, `used${at}`),
      createdDaysAgo: 100,
      loadedDaysAgo: [at % 20],
    }),
  );
  return [...idle, ...families, ...failing, ...used];
}

/** Near-duplicates: most of the text in common, some paragraphs of their own. */
function family(random: SeededRandom, topic: string, members: number): readonly FixtureSkill[] {
  const shared = fill(random, BODY_BYTES * 0.7);
  return range(members).map((at) =>
    agentSkill([`${topic}-review`, `review-${topic}`, `${topic}-reviews`][at] ?? topic, {
      description: `Reviews ${topic}.`,
      body: `# ${topic}\n\n${shared}\n\n## Notes\n\n${fill(random, BODY_BYTES * 0.3)}\n`,
      createdDaysAgo: 60,
      loadedDaysAgo: range(5 - at).map((day) => day + 1),
    }),
  );
}

function textOf(random: SeededRandom, topic: string) {
  return { description: `Everything about ${topic}.`, body: `# ${topic}\n\n${fill(random, BODY_BYTES)}\n` };
}

/** Paragraphs of plain sentences with a command now and then. */
function fill(random: SeededRandom, bytes: number): string {
  const paragraphs: string[] = [];
  for (let length = 0; length < bytes; ) {
    const sentences = range(4).map(
      () => `${random.pick(ACTS)} ${random.pick(SUBJECTS)} ${random.pick(ENDS)} (${random.between(1, 999)}).`,
    );
    const block = random.chance(0.15) ? `\`\`\`sh\n${random.pick(COMMANDS)}\n\`\`\`` : sentences.join(" ");
    paragraphs.push(block);
    length += block.length + 2;
  }
  return paragraphs.join("\n\n");
}

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => at);
}
