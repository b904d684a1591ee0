import type { Logger } from "../ports/logger.ts";
import type { Durability, EventLog } from "../ports/trace-store.ts";
import type { EventEnvelope } from "./envelope.ts";
import { validateEvent } from "./validate-event.ts";

export type EventHandler = (event: EventEnvelope) => void | Promise<void>;

export interface EventBus {
  /**
   * Validates, appends in one transaction, then calls the subscribers of what was new; resolves with those
   * events. Throws `EventRejected` for a bad event in strict mode (nothing is appended), `TraceError` when
   * the store cannot be written.
   */
  publish(events: EventEnvelope | readonly EventEnvelope[]): Promise<readonly EventEnvelope[]>;
  /** Calls the subscribers of events that are already stored (CONTRACTS 4.8). Never throws. */
  announce(events: readonly EventEnvelope[]): Promise<void>;
  /** Hears every event of a type, or every event for `*`, until the returned function is called. */
  subscribe(type: string, handler: EventHandler): () => void;
}

export interface EventBusOptions {
  readonly log: EventLog;
  /** `strict` throws on a bad event; `lenient` logs and drops it. */
  readonly mode: "strict" | "lenient";
  readonly logger: Logger;
  /** Of published events; `normal` unless given. */
  readonly durability?: Durability;
}

/** A strict bus was given an event that does not fit the catalog. */
export class EventRejected extends Error {
  override readonly name = "EventRejected";
}

interface Subscription {
  readonly type: string;
  readonly handler: EventHandler;
}

/** Returns a bus over a log: the one way events reach the trace and its subscribers (CONTRACTS 4.2). */
export function createEventBus(options: EventBusOptions): EventBus {
  const subscriptions = new Set<Subscription>();
  const announce = async (events: readonly EventEnvelope[]) => {
    for (const event of events) await announceOne([...subscriptions], event, options.logger);
  };
  return {
    publish: async (input) => {
      const events = acceptEvents("id" in input ? [input] : input, options);
      if (events.length === 0) return [];
      const fresh = new Set(await options.log.append(events, options.durability ?? "normal"));
      // `delete` answers true once: an id given twice in one batch is announced once.
      const stored = events.filter(({ id }) => fresh.delete(id));
      await announce(stored);
      return stored;
    },
    announce,
    subscribe: (type, handler) => {
      const subscription = { type, handler };
      subscriptions.add(subscription);
      return () => {
        subscriptions.delete(subscription);
      };
    },
  };
}

function acceptEvents(events: readonly EventEnvelope[], options: EventBusOptions): readonly EventEnvelope[] {
  return events.filter((event) => {
    const validation = validateEvent(event);
    if (validation.ok) return true;
    if (options.mode === "strict") throw new EventRejected(validation.message);
    options.logger.log("warning", `dropped ${validation.message}`);
    return false;
  });
}

async function announceOne(
  subscriptions: readonly Subscription[],
  event: EventEnvelope,
  logger: Logger,
): Promise<void> {
  const interested = subscriptions.filter(({ type }) => type === "*" || type === event.type);
  await Promise.all(
    interested.map(async ({ handler }) => {
      try {
        await handler(event);
      } catch (error) {
        logger.log("warning", `a subscriber of ${event.type} failed: ${describeThrown(error)}`);
      }
    }),
  );
}

function describeThrown(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
