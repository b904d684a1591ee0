/** Changes when the texts of the same skill change: every vector is then made anew. */
export const EMBED_TEXTS_VERSION = "1";

const EMBED_CHARACTERS_MAX = 2_000;

/** Returns the texts whose vectors stand for a skill: its name as words, with what it says of itself. */
export function textsToEmbed({
  name,
  description,
}: {
  readonly name: string;
  readonly description: string;
}): readonly string[] {
  const words = name.replaceAll(/[-_./]+/g, " ");
  return [`${words}: ${description}`.slice(0, EMBED_CHARACTERS_MAX)];
}
