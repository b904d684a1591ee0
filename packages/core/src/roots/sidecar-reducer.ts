import type { EventEnvelope } from "../events/envelope.ts";
import { curatedAction, eventSkill, payloadText } from "../trace/payload.ts";
import { advancesLastCuration } from "../trace/run-advance.ts";
import { eventRootKey } from "../trace/scope.ts";
import { isoFromUs } from "../trace/time.ts";
import { reduceCuratedEntry } from "./reduce-curated.ts";
import { reduceModifiedEntry } from "./reduce-modified.ts";
import type { Root } from "./root.ts";
import { decodeSidecar } from "./sidecar-codec.ts";
import { DEFAULT_ENTRY, EMPTY_SIDECAR, findSidecarSkill, isDefaultEntry } from "./sidecar-entry.ts";
import type { SidecarSkill, SidecarState } from "./sidecar-state.ts";

/**
 * Returns the sidecar after an act of this root; an event of another root, or one the sidecar does not
 * record, changes nothing. The same event twice is the same as once. An entry that says nothing any more
 * is dropped. Reads the signals that `ActSignals` lists. CONTRACTS 3.
 */
export function applyToSidecar(state: SidecarState, event: EventEnvelope, root: Root): SidecarState {
  const skill = eventSkill(event);
  if (skill === null) return reduceSidecar(state, event, root);
  const kept = keepProhibition(state, skill);
  const next = reduceSidecar(kept, event, root);
  return next === kept ? state : dropDefaultEntries(next, [skill]);
}

/** Returns the sidecar that a root's acts, in order of insertion, lead to (CONTRACTS 3). Takes time linear in the acts. */
export function rebuildSidecar(acts: Iterable<EventEnvelope>, root: Root): SidecarState {
  let state = EMPTY_SIDECAR;
  // One map for all acts: a copy of every entry for each of them would be quadratic.
  let skills = new Map(Object.entries(state.skills));
  for (const event of acts) {
    if (isOthers(event, root)) continue;
    const next = reduceRoot(state, event);
    if (next === null) {
      const changed = findChange(event, (skill) => skills.get(skill));
      if (changed !== null) skills.set(changed.skill, changed.entry);
      continue;
    }
    if (next.skills !== state.skills) skills = new Map(Object.entries(next.skills));
    state = next;
  }
  return dropDefaultEntries({ ...state, skills: Object.fromEntries(skills) }, [...skills.keys()]);
}

/** Keeps entries that say nothing but an origin, so that a later act knows it. */
function reduceSidecar(state: SidecarState, event: EventEnvelope, root: Root): SidecarState {
  if (isOthers(event, root)) return state;
  return reduceRoot(state, event) ?? reduceSkill(state, event);
}

function isOthers(event: EventEnvelope, root: Root): boolean {
  const owner = eventRootKey(event);
  return owner !== null && owner !== root.key;
}

/** The sidecar after an act on the whole root; null for any other event. */
function reduceRoot(state: SidecarState, event: EventEnvelope): SidecarState | null {
  switch (event.type) {
    case "curator.paused":
      return { ...state, paused_at_iso: isoFromUs(event.timestampUs) };
    case "curator.resumed": {
      const { paused_at_iso: _, ...rest } = state;
      return rest;
    }
    case "curator.restored": {
      const restored = decodeSidecar(JSON.stringify(event.payload["state"] ?? null));
      return restored.kind === "state" ? restored.state : state;
    }
    case "curator.run_finished":
      if (!advancesLastCuration(event.payload)) return state;
      return { ...state, last_curation_at_iso: isoFromUs(event.timestampUs) };
    default:
      return null;
  }
}

function reduceSkill(state: SidecarState, event: EventEnvelope): SidecarState {
  const changed = findChange(event, (skill) => findSidecarSkill(state, skill));
  if (changed === null) return state;
  return { ...state, skills: { ...state.skills, [changed.skill]: changed.entry } };
}

interface ChangedEntry {
  readonly skill: string;
  readonly entry: SidecarSkill;
}

/** What an event makes of the entry of its skill; null when that stays as it is. */
function findChange(
  event: EventEnvelope,
  entryOf: (skill: string) => SidecarSkill | undefined,
): ChangedEntry | null {
  const skill = eventSkill(event);
  if (skill === null) return null;
  const before = entryOf(skill);
  const entry = reduceEntry(before, event, skill);
  return entry === undefined || entry === before ? null : { skill, entry };
}

function reduceEntry(
  before: SidecarSkill | undefined,
  event: EventEnvelope,
  skill: string,
): SidecarSkill | undefined {
  switch (event.type) {
    case "skill.created":
      return reduceCreated(before, event);
    case "skill.adopted":
      return { ...withoutDisowned(before ?? DEFAULT_ENTRY), origin: adoptedOrigin(before) };
    case "skill.disowned":
      return { ...(before ?? DEFAULT_ENTRY), origin: "manual", disowned: true };
    case "skill.promoted":
      return before === undefined ? undefined : withoutDraft(before);
    case "skill.modified":
      return reduceModifiedEntry(before, event, skill);
    case "skill.curated": {
      const action = curatedAction(event);
      return action === null ? before : reduceCuratedEntry(before, event, skill, action);
    }
    default:
      return before;
  }
}

/** A new skill under the name: pins and archives of the name stay, lineage and drafts were the old one's. */
function reduceCreated(before: SidecarSkill | undefined, event: EventEnvelope): SidecarSkill {
  const kept = withoutSuggestion(withoutDraft(before ?? DEFAULT_ENTRY));
  const created: SidecarSkill = {
    ...kept,
    origin: createdOrigin(before, payloadText(event.payload, "source")),
    consolidated_from: null,
    archive_path: null,
  };
  return event.payload["draft"] === true ? { ...created, draft: true } : created;
}

function createdOrigin(before: SidecarSkill | undefined, source: string | null): SidecarSkill["origin"] {
  if (before?.disowned === true) return "manual";
  if (source === "imported" || source === "auto_generated" || source === "curator_generated") return source;
  return "manual";
}

function adoptedOrigin(before: SidecarSkill | undefined): SidecarSkill["origin"] {
  return before?.origin === "curator_generated" ? "curator_generated" : "auto_generated";
}

/** A forbidding origin that stood in the file by itself must not vanish after the next pin and unpin. */
function keepProhibition(state: SidecarState, skill: string): SidecarState {
  const entry = findSidecarSkill(state, skill);
  if (entry === undefined || !isDefaultEntry(entry)) return state;
  if (entry.origin !== "manual" && entry.origin !== "imported") return state;
  return { ...state, skills: { ...state.skills, [skill]: { ...entry, disowned: true } } };
}

function withoutDraft({ draft: _, ...rest }: SidecarSkill): SidecarSkill {
  return rest;
}

function withoutSuggestion({ suggested_description: _, ...rest }: SidecarSkill): SidecarSkill {
  return rest;
}

function withoutDisowned({ disowned: _, ...rest }: SidecarSkill): SidecarSkill {
  return rest;
}

function dropDefaultEntries(state: SidecarState, skills: readonly string[]): SidecarState {
  const dropped = new Set(
    skills.filter((skill) => {
      const entry = findSidecarSkill(state, skill);
      return entry !== undefined && isDefaultEntry(entry);
    }),
  );
  if (dropped.size === 0) return state;
  const kept = Object.entries(state.skills).filter(([skill]) => !dropped.has(skill));
  return { ...state, skills: Object.fromEntries(kept) };
}
