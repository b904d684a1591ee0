/** So many characters of a key in a row are still a part of it worth hiding. */
const PART_CHARACTERS = 8;
const STAND_IN = "[key]";
/** What providers show of a key they refuse: `sk-abc***xyz`. */
const KEY_LIKE = /\b(?:sk|pk|key)-(?=[\w.-]*[\d*])[\w*.-]{6,}/gi;

/** Returns a text without the key, any eight characters in a row of it, and whatever else looks like one. */
export function scrubKey(text: string, key: string | null): string {
  return hideParts(text, key ?? "").replace(KEY_LIKE, STAND_IN);
}

/** Returns a text without the key as a whole; for answers, whose other words must stay. */
export function withoutKey(text: string, key: string | null): string {
  return key === null || key.length < PART_CHARACTERS ? text : text.replaceAll(key, STAND_IN);
}

function hideParts(text: string, key: string): string {
  if (key === "") return text;
  const length = Math.min(PART_CHARACTERS, key.length);
  const folded = foldAscii(text);
  const parts = new Set<string>();
  for (let at = 0; at + length <= key.length; at++) parts.add(foldAscii(key.slice(at, at + length)));
  let result = "";
  let shownTo = 0;
  for (let at = 0; at + length <= folded.length; at++) {
    if (!parts.has(folded.slice(at, at + length))) continue;
    if (at >= shownTo) result += text.slice(shownTo, at) + STAND_IN;
    shownTo = at + length;
  }
  return result + text.slice(shownTo);
}

/** Only what a key can hold, so that no index moves. */
function foldAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
