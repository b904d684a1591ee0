import type { EventEnvelope } from "../events/envelope.ts";
import type { Clock, IdSource } from "../ports/clock.ts";
import type { FileSystem } from "../ports/file-system.ts";
import type { Lock } from "../ports/lock.ts";
import type { Logger } from "../ports/logger.ts";
import type { ActivityReader, EventLog } from "../ports/trace-store.ts";
import type { Root } from "../roots/root.ts";

/** What the interpreter needs of the world. */
export interface ActionDeps {
  readonly fs: FileSystem;
  readonly root: Root;
  readonly trace: EventLog & Pick<ActivityReader, "info">;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The lock under which actions are done; absent: it is not asked again whether it still holds. */
  readonly lock?: Pick<Lock, "isIntact">;
  /** Tells subscribers of events that are already in the trace. */
  readonly announce: (events: readonly EventEnvelope[]) => Promise<void>;
}
