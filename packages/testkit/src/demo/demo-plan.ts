import type { KnownEventType, Payload } from "@metis-curate/core";

/** Why a skill of the demo is there: what the curator is expected to make of it. */
export type DemoCase =
  /** In use: left alone as `active`. */
  | "active"
  | "draft"
  /** Made lately, never loaded: too young to be unused. */
  | "new"
  /** Idle for 30 days or more, not yet for 90. */
  | "aging"
  /** Idle for 90 days or more: archived. */
  | "stale"
  /** Made long ago, never loaded: archived. */
  | "never-used"
  /** Idle for 30 days and useless by its feedback: archived. */
  | "unhelpful"
  /** A duplicate, word for word: merged. */
  | "equal"
  /** Much like others, but not equal: a candidate that `rules` declines. */
  | "similar"
  /** Names a tool that is not there any more, and fails this week: a candidate that `rules` declines. */
  | "decayed"
  | "pinned"
  | "manual"
  | "imported"
  | "hand-edited"
  /** Idle for 90 days, but something alive names it. */
  | "referenced"
  | "linked"
  /** By a person, with an unquoted colon in its description that the reader recovers. */
  | "recovered";

export interface DemoFile {
  /** Relative to the skill's directory. */
  readonly path: string;
  readonly content: string;
  readonly mode: number;
}

export interface DemoSkill {
  readonly name: string;
  readonly case: DemoCase;
  readonly description: string;
  readonly body: string;
  /** Where it lies below the skills directory, without the name; empty for the top. */
  readonly category: string;
  readonly author: "agent" | "person" | "imported";
  /** Number of the session in which it was made. */
  readonly createdIn: number;
  readonly createdAtUs: number;
  readonly files: readonly DemoFile[];
  /** What a person added to the body after the agent had saved it. */
  readonly handEdit: string | null;
  /** Equal and similar skills: the name of their cluster. */
  readonly cluster: string | null;
}

/** A file below the skills directory that is no skill, and the diagnostic that says why. */
export interface DemoBroken {
  readonly path: string;
  readonly content: { readonly text: string } | { readonly linkTo: string };
  readonly diagnostic: string;
}

export interface DemoSession {
  readonly number: number;
  readonly library: DemoLibraryName;
  readonly startUs: number;
  readonly endUs: number;
}

/** An event before it is known where the demo lies; without the creations that `saveSkill` announces. */
export interface DemoEvent {
  readonly atUs: number;
  readonly session: number;
  readonly type: KnownEventType;
  readonly payload: Payload;
  /** What is still missing in the payload: where the workspace lies, or the key of its root. */
  readonly lacks?: "workspace" | "root";
  readonly actor?: "user";
}

export type DemoLibraryName = "shop" | "billing";

/** One workspace of the demo. */
export interface DemoLibrary {
  readonly name: DemoLibraryName;
  readonly skills: readonly DemoSkill[];
  readonly broken: readonly DemoBroken[];
  /** Text files by their path in the workspace. */
  readonly documents: Readonly<Record<string, string>>;
}

/** Everything the demo writes, as a value: equal for equal seed and time. */
export interface DemoPlan {
  readonly seed: number;
  readonly nowUs: number;
  /** The workspace that is curated. */
  readonly main: DemoLibrary;
  /** A second one with some equal names. */
  readonly neighbour: DemoLibrary;
  readonly sessions: readonly DemoSession[];
  /** By time. */
  readonly events: readonly DemoEvent[];
}
