export type Actor = "user" | "agent" | "system" | "tool" | "worker";

/** From most to least private (CONTRACTS 4.2). */
export const SENSITIVITIES = ["private", "user_controlled", "pseudonymous", "aggregatable"] as const;
export type Sensitivity = (typeof SENSITIVITIES)[number];

export type Payload = Readonly<Record<string, unknown>>;

/** One event as it crosses the bus and lies in the trace (CONTRACTS 4.2). */
export interface EventEnvelope {
  /** ULID. */
  readonly id: string;
  /** Microseconds since the Unix epoch, UTC. */
  readonly timestampUs: number;
  readonly sessionId: string;
  readonly turnId: string | null;
  readonly parentEventId: string | null;
  readonly type: string;
  readonly actor: Actor;
  readonly sensitivity: Sensitivity;
  readonly payload: Payload;
}

/** What a fold needs of a `skill.loaded`. */
export type LoadEvent = Pick<EventEnvelope, "id" | "timestampUs" | "sessionId" | "payload">;
