import type { Outcome } from "@metis-curate/core";
import * as v from "valibot";
import type { InputSchema } from "./tool.ts";

/** By argument, the refusal's kind when its value is bad. */
export type ArgumentFaultKinds = Readonly<Record<string, string>>;

const FAULTS_SHOWN = 3;
/** A message may quote what it got, and that may be a megabyte. */
const MESSAGE_CHARACTERS_MAX = 160;

interface Fault {
  /** The argument; empty for the arguments as a whole. */
  readonly argument: string;
  readonly message: string;
}

/**
 * Returns the arguments of a call, checked; null reads as left out, for many models send it. Refusal
 * `invalid-arguments`, or the kind that `kinds` has for the first argument that is bad.
 */
export function decodeArguments<Input extends InputSchema>(
  input: Input,
  args: unknown,
  kinds: ArgumentFaultKinds = {},
): Outcome<v.InferOutput<Input>> {
  const known = Object.keys(input.entries);
  const { told, strangers } = sortArguments(known, args ?? {});
  const parsed = v.safeParse(input, told);
  if (parsed.success && strangers.length === 0) return { ok: true, value: parsed.output };
  const faults = [...(parsed.issues ?? []).map(describeIssue), ...strangers.map(describeStranger)];
  const argument = faults[0]?.argument ?? "";
  const advice = known.length === 0 ? "it takes no arguments" : `it takes ${known.join(", ")}`;
  return {
    ok: false,
    refusal: {
      kind: (Object.hasOwn(kinds, argument) ? kinds[argument] : undefined) ?? "invalid-arguments",
      message: `${faults
        .slice(0, FAULTS_SHOWN)
        .map(({ message }) => cut(message))
        .join("; ")}; ${advice}`,
      exitCode: 2,
    },
  };
}

interface SortedArguments {
  /** The known ones that say something; what is no object, as it is. */
  readonly told: unknown;
  readonly strangers: readonly string[];
}

function sortArguments(known: readonly string[], args: unknown): SortedArguments {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return { told: args, strangers: [] };
  const entries = Object.entries(args);
  const told = entries.filter(([name, value]) => known.includes(name) && value !== null);
  const strangers = entries.map(([name]) => name).filter((name) => !known.includes(name));
  return { told: Object.fromEntries(told), strangers };
}

function describeIssue(issue: v.BaseIssue<unknown>): Fault {
  const path = v.getDotPath(issue);
  if (path === null) return { argument: "", message: "the arguments must be an object" };
  const isMissing = issue.type === "strict_object";
  return {
    argument: path.split(".")[0] ?? "",
    message: isMissing ? `${path} is needed` : `${path}: ${issue.message}`,
  };
}

function describeStranger(name: string): Fault {
  return { argument: name, message: `no argument is called ${JSON.stringify(name)}` };
}

function cut(text: string): string {
  return text.length <= MESSAGE_CHARACTERS_MAX ? text : `${text.slice(0, MESSAGE_CHARACTERS_MAX - 1)}…`;
}
