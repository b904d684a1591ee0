import type { ToolErrorClass } from "../observation.ts";

/** Looked at from the start of a message; the rest is somebody's output. */
const CHARACTERS_MAX = 4_000;

const SIGNS: readonly (readonly [ToolErrorClass, RegExp])[] = [
  [
    "user_denied",
    /user (?:doesn't want|denied|rejected|declined)|denied by (?:the )?user|rejected by (?:the )?user/i,
  ],
  ["cancelled", /\b(?:abort(?:ed)?|cancell?ed|interrupted)\b/i],
  ["timeout", /\btime[d-]?\s?out\b/i],
  ["permission_denied", /permission denied|not permitted|\bEACCES\b|\bEPERM\b|\bsandbox\b.*\bden/i],
  ["not_found", /\bENOENT\b|no such file|not found|does not exist|unknown (?:tool|skill)/i],
  ["validation_error", /InputValidationError|invalid (?:argument|param|input)|validation|schema/i],
];

/** Says what kind of failure a message speaks of; the message itself goes nowhere. */
export function classifyToolError(message: string): ToolErrorClass {
  const start = message.slice(0, CHARACTERS_MAX);
  return SIGNS.find(([, sign]) => sign.test(start))?.[0] ?? "execution_error";
}
