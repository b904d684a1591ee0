import { Scalar } from "yaml";

/** What no reader of YAML 1.1 or 1.2 takes for anything but text: two words at least, no indicator. */
const PLAIN_TEXT = /^\p{L}[\p{L}\p{N}\p{M}.()/_-]*(?: [\p{L}\p{N}\p{M}.()/_-]+)+$/u;
/** Printable in JSON, but not in YAML. */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/**
 * Returns ways to write a description as one line of YAML, the author's own style first. The last, in double quotes,
 * can hold every text.
 */
export function formatDescription(description: string, style: Scalar.Type | undefined): readonly string[] {
  const double = JSON.stringify(description).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  if (style === Scalar.PLAIN && PLAIN_TEXT.test(description)) return [description, double];
  const fitsSingle = style === Scalar.QUOTE_SINGLE && !/[\p{Cc}\u2028\u2029\ufeff]/u.test(description);
  return fitsSingle ? [`'${description.replaceAll("'", "''")}'`, double] : [double];
}
