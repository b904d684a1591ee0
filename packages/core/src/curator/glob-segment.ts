/**
 * Whether a name fits one segment of a glob: `*` any characters, `?` one. Linear in the name for every star, so
 * that no pattern of a repository can stall a run. A leading dot has to be written out.
 */
export function fitsGlobSegment(segment: string, name: string): boolean {
  if (name.startsWith(".") && !segment.startsWith(".")) return false;
  const pattern = [...segment];
  const text = [...name];
  let star = -1;
  let resume = 0;
  let at = 0;
  let index = 0;
  while (index < text.length) {
    if (pattern[at] === "*") {
      star = at;
      resume = index;
      at += 1;
    } else if (pattern[at] === "?" || pattern[at] === text[index]) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      at = star + 1;
      resume += 1;
      index = resume;
    } else {
      return false;
    }
  }
  return pattern.slice(at).every((character) => character === "*");
}
