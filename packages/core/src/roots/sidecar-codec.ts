import * as v from "valibot";
import { DEFAULT_ENTRY, isListedEntry } from "./sidecar-entry.ts";
import type { SidecarSkill, SidecarState } from "./sidecar-state.ts";
import { formatSortedJson } from "./sorted-json.ts";

export type DecodedSidecar =
  | { readonly kind: "state"; readonly state: SidecarState }
  | { readonly kind: "corrupt"; readonly message: string }
  | { readonly kind: "other-version"; readonly version: string };

/** Levels of a `state.json`, fields of later versions included. Each level more makes the indented text longer. */
const NESTING_MAX = 32;

const text = v.string();
const textOrNull = v.nullable(text);

const archiveRecord = v.looseObject({
  id: text,
  kind: v.picklist(["archive", "edit"]),
  at: text,
  original_path: text,
});

const skillEntry = v.looseObject({
  pinned: v.optional(v.boolean(), DEFAULT_ENTRY.pinned),
  pinned_at_iso: v.optional(textOrNull, null),
  pinned_by: v.optional(textOrNull, null),
  origin: v.optional(
    v.picklist(["manual", "auto_generated", "imported", "curator_generated"]),
    DEFAULT_ENTRY.origin,
  ),
  consolidated_from: v.optional(v.nullable(v.array(text)), null),
  archive_path: v.optional(textOrNull, null),
  draft: v.exactOptional(v.boolean()),
  suggested_description: v.exactOptional(text),
  archives: v.exactOptional(v.array(archiveRecord)),
  disowned: v.exactOptional(v.literal(true)),
});

const envelope = v.looseObject({
  last_curation_at_iso: v.optional(textOrNull, null),
  disabled: v.exactOptional(v.boolean()),
  paused_at_iso: v.exactOptional(textOrNull),
});

/**
 * Returns the state in a `state.json`; unknown fields are kept, absent ones get their default. `corrupt`:
 * no JSON, or the wrong shape. `other-version`: another `schema_version`, which is never written
 * (CONTRACTS 3).
 */
export function decodeSidecar(fileText: string): DecodedSidecar {
  const document = parseJson(fileText);
  if (!isRecord(document)) return corrupt("it is no JSON object");
  if (nestsDeeper(document, NESTING_MAX)) return corrupt("it is nested too deeply");
  const version = document["schema_version"] ?? "1";
  if (typeof version !== "string" && typeof version !== "number") {
    return corrupt("schema_version is no text");
  }
  if (String(version) !== "1") return { kind: "other-version", version: String(version) };
  const skills = document["skills"] ?? {};
  if (!isRecord(skills)) return corrupt("skills is no object");
  const parsed = v.safeParse(envelope, document);
  if (!parsed.success) return corrupt(describe(parsed.issues));
  return decodeSkills(skills, parsed.output);
}

/**
 * Returns the text of a `state.json`: every field of an entry present, keys sorted, unknown fields kept,
 * final newline. An entry that says nothing is left out, but a forbidding origin stays as it was found.
 */
export function formatSidecar(state: SidecarState): string {
  const listed = Object.entries(state.skills).filter(([, entry]) => isListedEntry(entry));
  const skills = listed.map(([skill, entry]) => [skill, { ...DEFAULT_ENTRY, ...entry }] as const);
  return formatSortedJson({ ...state, skills: Object.fromEntries(skills) });
}

function decodeSkills(
  skills: Readonly<Record<string, unknown>>,
  rest: v.InferOutput<typeof envelope>,
): DecodedSidecar {
  const entries: [string, SidecarSkill][] = [];
  for (const [skill, value] of Object.entries(skills)) {
    const parsed = isRecord(value) ? v.safeParse(skillEntry, value) : null;
    if (parsed === null) return corrupt(`the entry of ${JSON.stringify(skill)} is no object`);
    if (!parsed.success) return corrupt(`${JSON.stringify(skill)}: ${describe(parsed.issues)}`);
    entries.push([skill.normalize("NFC"), parsed.output]);
  }
  return {
    kind: "state",
    state: { ...rest, schema_version: "1", skills: Object.fromEntries(entries) },
  };
}

function corrupt(message: string): DecodedSidecar {
  return { kind: "corrupt", message };
}

function describe(issues: readonly v.BaseIssue<unknown>[]): string {
  const issue = issues[0];
  if (issue === undefined) return "the wrong shape";
  return `${v.getDotPath(issue) ?? "value"}: ${issue.message}`;
}

function parseJson(fileText: string): unknown {
  try {
    return JSON.parse(fileText.startsWith("\uFEFF") ? fileText.slice(1) : fileText);
  } catch {
    return undefined;
  }
}

/** Level by level, since a stranger's file may be deeper than a stack. */
function nestsDeeper(value: object, levelsMax: number): boolean {
  let level: readonly object[] = [value];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > levelsMax) return true;
    level = level.flatMap((item) => Object.values(item).filter(isContainer));
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
