import * as v from "valibot";
import type { Actor, Payload, Sensitivity } from "../envelope.ts";

/** Every event we write names its root; foreign events do not (CONTRACTS 4.4). */
const ROOT = { root: v.optional(v.string()) } as const;

type WithRoot<E extends v.ObjectEntries> = Omit<typeof ROOT, keyof E> & E;

/** One type of the catalog: its payload, its privacy and who usually writes it (CONTRACTS 4.2-4.4). */
export interface EventDefinition<T extends string = string, S extends v.GenericSchema = v.GenericSchema> {
  readonly type: T;
  /** Unknown fields pass through. */
  readonly schema: S;
  /** An event of this type is never more private than this. */
  readonly floor: Sensitivity;
  /** The least private an event may be once its private fields are out. */
  readonly ceiling: Sensitivity;
  readonly actor: Actor;
  /** The fields that make the floor what it is. Without any, every event has exactly the floor. */
  readonly privateFields: readonly string[];
  /** Whether a payload lost what was private: then, and only then, it may be less private than the floor. */
  readonly isOpen: (payload: Payload) => boolean;
}

interface EventOptions<T extends string, E extends v.ObjectEntries> {
  readonly type: T;
  readonly floor: Sensitivity;
  readonly ceiling?: Sensitivity;
  readonly actor: Actor;
  readonly privateFields?: readonly string[];
  readonly isOpen?: (payload: Payload) => boolean;
  readonly entries: E;
}

/** Returns the definition of one event type; the payload gets the optional `root` of CONTRACTS 4.4. */
export function defineEvent<const T extends string, E extends v.ObjectEntries>(
  options: EventOptions<T, E>,
): EventDefinition<T, v.LooseObjectSchema<WithRoot<E>, undefined>> {
  const privateFields = options.privateFields ?? [];
  const entries: WithRoot<E> = { ...ROOT, ...options.entries };
  return {
    type: options.type,
    schema: v.looseObject(entries),
    floor: options.floor,
    ceiling: options.ceiling ?? (privateFields.length === 0 ? options.floor : "aggregatable"),
    actor: options.actor,
    privateFields,
    isOpen:
      options.isOpen ?? ((payload) => privateFields.every((field) => isEmptyOrRedacted(payload, field))),
  };
}

/** A private field is out when it is absent, empty, or marked `<field>_redacted` in the payload or its signals. */
function isEmptyOrRedacted(payload: Payload, field: string): boolean {
  return isEmpty(payload[field]) || isMarkedRedacted(payload, field);
}

/** Whether `<field>_redacted: true` stands in the payload or in its `signals`. */
export function isMarkedRedacted(payload: Payload, field: string): boolean {
  const marker = `${field}_redacted`;
  if (payload[marker] === true) return true;
  const signals = payload["signals"];
  return isRecord(signals) && signals[marker] === true;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && Object.keys(value).length === 0;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
