/** What stands for a call whose runtime gives it no id live, though its transcript may have one. */
const GENERATED = /^call-[0-9a-f]{24}$/;
/** What stands for a call in a transcript without ids, though a hook was told one. */
const PLACE = /^line-\d+-\d+$/;
/** Letters and digits by chance, so many that no two sessions share them: `toolu_…`, `call_…`, a UUID. */
const BY_CHANCE = /(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{12}/;

/** An id of our own for a call, of the hash of what it was called with. */
export function generatedCallId(hash: string): string {
  return `call-${hash.slice(0, 24)}`;
}

/** An id of our own for a call, of where it stands in its transcript. */
export function placeCallId(position: number, part: number): string {
  return `line-${position}-${part}`;
}

/** Whether no two calls of a session have the id: one made of what was called may stand for several. */
export function tellsCallsApart(id: string): boolean {
  return kindOf(id) !== "generated";
}

/** Whether two ids are of different making; then they may be of one call, told live and in a transcript. */
export function differInKind(left: string, right: string): boolean {
  return kindOf(left) !== kindOf(right);
}

/** Whether the runtime itself calls it so. */
export function isRealCallId(id: string): boolean {
  return kindOf(id) === "real";
}

/** Whether no other session has a call of this id, unless it holds the records of the first. */
export function isUniqueCallId(id: string): boolean {
  return isRealCallId(id) && BY_CHANCE.test(id);
}

function kindOf(id: string): "generated" | "place" | "real" {
  if (GENERATED.test(id)) return "generated";
  return PLACE.test(id) ? "place" : "real";
}
