import type { Outcome, Refusal } from "./skill-curator.ts";

export function done<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

/** Exit 3: the curator was asked properly but will not act now (CONTRACTS 11). */
export function refused<T>(kind: string, message: string): Outcome<T> {
  return failure({ kind, message, exitCode: 3 });
}

/** Exit 2: the request itself cannot be meant. */
export function misused<T>(kind: string, message: string): Outcome<T> {
  return failure({ kind, message, exitCode: 2 });
}

/** Exit 1: an action was tried and failed. */
export function actionFailed<T>(kind: string, message: string): Outcome<T> {
  return failure({ kind, message, exitCode: 1 });
}

export function failure<T>(refusal: Refusal): Outcome<T> {
  return { ok: false, refusal };
}
