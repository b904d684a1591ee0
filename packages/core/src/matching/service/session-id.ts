import { misused } from "../../curator/refusals.ts";
import type { Outcome } from "../../curator/skill-curator.ts";

const SESSION_ID = /^[\p{L}\p{N}._:@/+=-]{1,200}$/u;

/** Whether a text can name a session: 1 to 200 letters, digits and `. _ : @ / + = -`. */
export function isSessionId(text: string): boolean {
  return SESSION_ID.test(text);
}

export function sessionFault(text: string): Outcome<never> {
  const shown = JSON.stringify(text.slice(0, 40));
  return misused(
    "invalid-session",
    `session_id ${shown} must be 1 to 200 letters, digits and . _ : @ / + = -`,
  );
}
