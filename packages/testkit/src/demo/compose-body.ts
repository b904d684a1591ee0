import { AREAS, type AreaName } from "./areas.ts";
import type { SeededRandom } from "./seeded-random.ts";

export interface BodyTopic {
  readonly name: string;
  readonly area: AreaName;
  readonly about: string;
  readonly description: string;
}

/** Returns a skill body about a topic, in the words of its area; `notes` are lines for its end. */
export function composeBody(random: SeededRandom, topic: BodyTopic, notes: readonly string[] = []): string {
  const area = AREAS[topic.area];
  const about = (line: string): string => line.replaceAll("{x}", topic.about);
  const steps = random
    .sample(area.steps, random.between(4, 6))
    .map((line, at) => `${at + 1}. ${about(line)}`);
  const commands = random.sample(area.commands, random.between(2, 3));
  const checks = random.sample(area.checks, random.between(2, 3)).map((line) => `- ${about(line)}`);
  const pitfalls = random.sample(area.pitfalls, random.between(1, 3)).map((line) => `- ${about(line)}`);
  return [
    `# ${titleOf(topic.name)}`,
    topic.description,
    "## Steps",
    steps.join("\n"),
    ["```sh", ...commands, "```"].join("\n"),
    "## Done when",
    checks.join("\n"),
    "## Watch out",
    pitfalls.join("\n"),
    ...notes,
  ].join("\n\n");
}

function titleOf(name: string): string {
  const words = name.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
