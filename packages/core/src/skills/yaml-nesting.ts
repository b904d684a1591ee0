/** Deeper YAML is not parsed: no file of a person comes near, and the parser needs seconds to run out of stack. */
export const YAML_NESTING_MAX = 200;

const OPENING = "[{";
const CLOSING = "]}";
/** `- - - a` and `? ? ? a` nest within one line. */
const REPEATED_INDICATOR = new RegExp(`(?:[-?][ \\t]+){${YAML_NESTING_MAX}}`);

/**
 * Says whether a text may nest deeper than `YAML_NESTING_MAX`: by its brackets, wherever they stand, and by its
 * indicators on one line. Linear in the text. Deep nesting by indentation costs the square of its depth in bytes.
 */
export function nestsTooDeeply(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (OPENING.includes(character)) depth += 1;
    else if (CLOSING.includes(character) && depth > 0) depth -= 1;
    if (depth > YAML_NESTING_MAX) return true;
  }
  return REPEATED_INDICATOR.test(text);
}
