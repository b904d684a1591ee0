import type * as v from "valibot";
import { showValue } from "./config-error.ts";

const STEP_CHARACTERS_MAX = 100;

/**
 * Returns what is wrong with a key's value, as the start of a line: the part of a list or mapping that is at fault,
 * where there is one, and what stands there.
 */
export function describeValueFault(raw: unknown, [issue]: [v.BaseIssue<unknown>, ...unknown[]]): string {
  const path = issue.path ?? [];
  const last = path.at(-1);
  if (last === undefined) return `${showValue(raw)} is not allowed`;
  const place = path.map(({ key }) => showStep(key)).join(".");
  return last.value === undefined
    ? `${place} is missing`
    : `${place}: ${showValue(last.value)} is not allowed`;
}

function showStep(key: unknown): string {
  if (typeof key !== "string") return String(key);
  return /^[\w-]+$/.test(key) ? key : JSON.stringify(key.slice(0, STEP_CHARACTERS_MAX));
}
