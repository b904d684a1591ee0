import { createHash } from "node:crypto";
import { type Clock, createIdSource, type EventEnvelope, makeEvent, type Root } from "@metis-curate/core";
import type { DemoEvent, DemoLibraryName, DemoPlan } from "./demo-plan.ts";
import { seededRandom } from "./seeded-random.ts";
import type { DemoCreated } from "./write-skill.ts";

/** A skill's announced creation and when it was. */
export interface DemoCreation {
  readonly atUs: number;
  readonly session: number;
  readonly payload: DemoCreated;
}

/**
 * Returns the envelopes of all events of a plan, by time, with ids of their own time; each fits the catalog.
 * Session ids are ULIDs too.
 */
export function demoEvents(
  plan: DemoPlan,
  roots: Readonly<Record<DemoLibraryName, Root>>,
  creations: readonly DemoCreation[],
): readonly EventEnvelope[] {
  let nowUs = 0;
  const clock: Clock = { nowUs: () => nowUs, monotonicMs: () => 0 };
  const random = seededRandom(plan.seed);
  const sessionIds = createIdSource(clock, random.next);
  const sessions = new Map(
    plan.sessions.map((session) => {
      nowUs = session.startUs;
      return [session.number, { id: sessionIds.next(), root: roots[session.library] }] as const;
    }),
  );
  const ids = createIdSource(clock, random.next);
  const events = [...plan.events, ...creations.map(creationEvent)].sort(
    (left, right) => left.atUs - right.atUs,
  );
  return events.map((event) => {
    nowUs = event.atUs;
    const session = sessions.get(event.session);
    if (session === undefined) throw new Error(`session ${event.session} is not in the plan`);
    const { type, actor } = event;
    const payload = { ...event.payload, ...missingIn(event, session.root) };
    return makeEvent({ ids, clock }, { type, payload, sessionId: session.id, ...(actor && { actor }) });
  });
}

function creationEvent({ atUs, session, payload }: DemoCreation): DemoEvent {
  return { atUs, session, type: "skill.created", payload: { ...payload } };
}

function missingIn(event: DemoEvent, root: Root): DemoEvent["payload"] {
  if (event.lacks === undefined) return {};
  switch (event.lacks) {
    case "root":
      return { root: root.key };
    case "workspace": {
      const hash = createHash("sha256").update(root.base).digest("hex");
      return { workspace_path: root.base, workspace_hash: hash };
    }
  }
}
