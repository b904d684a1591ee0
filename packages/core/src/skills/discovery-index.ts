/** What discovery needs of a skill. */
export interface DiscoverableSkill {
  readonly name: string;
  readonly fields: { readonly description: string };
}

/** Hits of a search unless told otherwise (CONTRACTS 1.4). */
export const SKILL_SEARCH_LIMIT = 10;

const NAME_SCORE = 2;
const DESCRIPTION_SCORE = 1;

function byName(a: DiscoverableSkill, b: DiscoverableSkill): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/** An entry is one line: a description of several lines could pass for other entries. */
function toOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Returns the line of one skill in `discoveryIndex`: what every session pays for it. */
export function discoveryIndexLine(skill: DiscoverableSkill): string {
  return `- ${skill.name}: ${toOneLine(skill.fields.description)}`;
}

/** Returns the list of skills for a system prompt, by name; an empty library gives an empty text (CONTRACTS 1.4). */
export function discoveryIndex(skills: readonly DiscoverableSkill[]): string {
  if (skills.length === 0) return "";
  const entries = [...skills].sort(byName).map(discoveryIndexLine);
  return [
    "## Available skills",
    "",
    "Find a skill with skill_search(query); read its instructions with skill_load(name) before using it.",
    "",
    ...entries,
    "",
  ].join("\n");
}

function fold(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

function score(skill: DiscoverableSkill, query: string): number {
  const inName = fold(skill.name).includes(query) ? NAME_SCORE : 0;
  const inDescription = fold(skill.fields.description).includes(query) ? DESCRIPTION_SCORE : 0;
  return inName + inDescription;
}

/**
 * Returns the skills whose name (2 points) or description (1 point) holds the query, upper and lower case
 * alike, by falling score, then by name; a blank query gives the first `limit` by name (CONTRACTS 1.4).
 */
export function searchSkills<S extends DiscoverableSkill>(
  skills: readonly S[],
  query: string,
  limit = SKILL_SEARCH_LIMIT,
): readonly S[] {
  const count = Math.max(0, Math.floor(limit));
  const sorted = [...skills].sort(byName);
  const folded = fold(query.trim());
  if (folded === "") return sorted.slice(0, count);
  return sorted
    .map((skill) => ({ skill, points: score(skill, folded) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, count)
    .map(({ skill }) => skill);
}
