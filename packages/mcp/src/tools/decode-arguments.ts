import type { Outcome } from "@metis-curate/core";
import * as v from "valibot";
import type { InputSchema } from "./tool.ts";

/** By argument, the refusal's kind when its value is bad. */
export type ArgumentFaultKinds = Readonly<Record<string, string>>;

const FAULTS_SHOWN = 3;
/** A message may quote what it got, and that may be a megabyte. */
const MESSAGE_CHARACTERS_MAX = 160;

/**
 * Returns the arguments of a call, checked; null reads as left out, for many models send it. Refusal
 * `invalid-arguments`, or the kind that `faults` has for the first argument that is bad.
 */
export function decodeArguments<Input extends InputSchema>(
  input: Input,
  args: unknown,
  faults: ArgumentFaultKinds = {},
): Outcome<v.InferOutput<Input>> {
  const parsed = v.safeParse(input, withoutNulls(args ?? {}));
  if (parsed.success) return { ok: true, value: parsed.output };
  const [first] = parsed.issues;
  const key = v.getDotPath(first)?.split(".")[0] ?? "";
  const shown = parsed.issues.slice(0, FAULTS_SHOWN).map(describeIssue);
  const known = Object.keys(input.entries);
  const advice = known.length === 0 ? "it takes no arguments" : `it takes ${known.join(", ")}`;
  return {
    ok: false,
    refusal: {
      kind: Object.hasOwn(faults, key) ? (faults[key] ?? "invalid-arguments") : "invalid-arguments",
      message: `${shown.join("; ")}; ${advice}`,
      exitCode: 2,
    },
  };
}

function withoutNulls(args: unknown): unknown {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return args;
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}

function describeFault(path: string, { type, expected, input, message }: v.BaseIssue<unknown>): string {
  if (type !== "strict_object") return path === "" ? message : `${path}: ${message}`;
  if (path === "") return "the arguments must be an object";
  return expected === "never" || input !== undefined ? `no argument is called ${path}` : `${path} is needed`;
}

function describeIssue(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue) ?? "";
  const text = describeFault(path, issue);
  return text.length <= MESSAGE_CHARACTERS_MAX ? text : `${text.slice(0, MESSAGE_CHARACTERS_MAX - 1)}…`;
}
