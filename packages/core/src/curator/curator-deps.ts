import type { CuratorConfig } from "../config/curator-config.ts";
import type { EventEnvelope } from "../events/envelope.ts";
import type { PriceTable } from "../money/index.ts";
import type { AuxiliaryModel } from "../ports/auxiliary-model.ts";
import type { Clock, IdSource, Wait } from "../ports/clock.ts";
import type { FileSystem } from "../ports/file-system.ts";
import type { Lock } from "../ports/lock.ts";
import type { Logger } from "../ports/logger.ts";
import type { RunLog } from "../ports/run-log.ts";
import type { SecretFinder } from "../ports/secret-finder.ts";
import type { TraceStore } from "../ports/trace-store.ts";
import type { Layout, Root } from "../roots/root.ts";
import type { SkillLibrary } from "../skills/skill.ts";
import type { LibraryView } from "./library-view.ts";
import type { Outcome } from "./skill-curator.ts";

/** A model, or the one line that says why there is none (no key, no adapter, unknown name). */
export type ConfiguredModel =
  | { readonly kind: "model"; readonly model: AuxiliaryModel }
  | { readonly kind: "none"; readonly id: string; readonly message: string };

/** Gives what `read` would read, or what it read before while that still holds. */
export type HoldView = (read: () => Promise<Outcome<LibraryView>>) => Promise<Outcome<LibraryView>>;

/** Everything one root's curator needs of the world, wired once by the CLI or a service. */
export interface CuratorDeps {
  readonly root: Root;
  readonly layout: Layout;
  readonly config: CuratorConfig;
  readonly fs: FileSystem;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly lock: Lock;
  readonly logger: Logger;
  readonly runLog: RunLog;
  readonly trace: TraceStore;
  /** True while there is no trace database: nothing is known about any skill, and no run may start. */
  readonly isTraceAbsent: () => boolean;
  readonly model: ConfiguredModel;
  readonly prices: PriceTable;
  /** Keeps credentials out of requests, events and logs (CONTRACTS 8.1). */
  readonly secrets: SecretFinder;
  /** Passes the time before a call is tried again (CONTRACTS 8.5). */
  readonly wait: Wait;
  /** Tells subscribers of events that are already in the trace. */
  readonly announce: (events: readonly EventEnvelope[]) => Promise<void>;
  /** Skills that a runtime of this machine reads unwatched, each with one line (CONTRACTS 14). Absent: none. */
  readonly findUncovered?: (library: SkillLibrary) => ReadonlyMap<string, string>;
  /** Absent: every report reads a view of its own. */
  readonly holdView?: HoldView;
  /** How a person calls this root on the command line, for the commands in messages: `metis-curate .`. */
  readonly commandLine: string;
}
