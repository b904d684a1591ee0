const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu;

/** Returns the name of a skill as words: `fact-check` and `factCheck` are `fact check`. */
export function splitName(name: string): string {
  return name.replaceAll(/[-_./]+/g, " ").replaceAll(HUMP, " ");
}
