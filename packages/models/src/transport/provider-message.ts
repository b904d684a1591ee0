import { isForeignObject } from "./foreign-data.ts";
import { plainLine } from "./plain-line.ts";
import { scrubKey } from "./scrub-key.ts";

/** As much of a provider's own words as is shown. */
const CHARACTERS_MAX = 200;

/** Returns the short error message inside a provider's error body, without the key; empty when there is none. */
export function providerMessage(errorText: string, key: string | null): string {
  const message = findMessage(parseJson(errorText));
  return message === null
    ? ""
    : plainLine(scrubKey(plainLine(message, CHARACTERS_MAX * 2), key), CHARACTERS_MAX);
}

/** Returns the machine-readable kind in an error body, such as `insufficient_quota`; empty when there is none. */
export function providerCode(errorText: string): string {
  const body = parseJson(errorText);
  const error = isForeignObject(body) && isForeignObject(body["error"]) ? body["error"] : body;
  if (!isForeignObject(error)) return "";
  return [error["code"], error["type"]].filter((each) => typeof each === "string").join(" ");
}

/** `{error: {message}}` of both vendors, and what local servers write: `{error}`, `{message}`, `{detail}`. */
function findMessage(body: unknown): string | null {
  if (!isForeignObject(body)) return null;
  const error = body["error"];
  const candidates = [isForeignObject(error) ? error["message"] : error, body["message"], body["detail"]];
  const found = candidates.find((each) => typeof each === "string" && each.trim() !== "");
  return typeof found === "string" ? found : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
