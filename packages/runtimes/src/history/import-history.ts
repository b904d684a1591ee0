import type { EventEnvelope } from "@metis-curate/core";
import { buildEvents, type EventPlace } from "../events/build-events.ts";
import { type LoadOfSession, LoadOrigins, takeCopied } from "../events/load-origins.ts";
import { joinSessions, type KnownLoad, type KnownSession } from "../events/session-memory.ts";
import type { RuntimeName } from "../layouts/runtime-name.ts";
import type { Observation } from "../observation.ts";
import { withoutEditReads } from "../observe/edit-reads.ts";
import type { UnresolvedReason } from "../resolve/skill-resolver.ts";
import type { HistorySource, RuntimeHistory, Translation } from "../runtime.ts";

const US_PER_MS = 1_000;
/** Observations that are held before they go into the trace. */
const BATCH_MAX = 500;
const SESSIONS_KEPT = 64;
/** Records after which the progress is told and others get their turn. */
const RECORDS_AT_ONCE = 500;
/** Kinds are a runtime's, but a file may hold anything. */
const KINDS_MAX = 500;
const COPIED_MAX = 500_000;
/** Sources that are named as not read. */
const UNREAD_MAX = 100;

/** The trace as an import needs it. Methods throw the driver's errors. */
export interface ImportTrace {
  /** What the trace has of a session of this runtime. */
  known(sessionId: string, runtime: RuntimeName): KnownSession;
  /** A number that is another one once another program has written; absent where none does. */
  version?(): number;
  /** All loads and writes of a runtime; absent: those of this import alone are compared with those of other sessions. */
  loads?(runtime: RuntimeName): Iterable<LoadOfSession>;
  /** Appends all or none and returns how many were new. */
  append(events: readonly EventEnvelope[]): number;
}

export interface ImportProgress {
  readonly source: string;
  /** From 0. */
  readonly sourceIndex: number;
  readonly sources: number;
  readonly bytesRead: number;
  readonly bytesTotal: number;
  readonly records: number;
  readonly events: number;
}

export interface ImportOptions {
  readonly runtime: RuntimeName;
  readonly history: RuntimeHistory;
  readonly sources: readonly HistorySource[];
  readonly place: Pick<EventPlace, "resolver" | "claim" | "realpath">;
  readonly trace: ImportTrace;
  /** Acts before it are left out, microseconds since the Unix epoch; null for all. */
  readonly sinceUs: number | null;
  /** Ends the import after the present batch; what was read stays in the trace. */
  readonly signal?: AbortSignal;
  onProgress?(progress: ImportProgress): void;
}

/** What was read of a kind and version that no rule knows. */
export interface UnknownKind {
  readonly kind: string;
  readonly version: string | null;
  readonly count: number;
}

export interface ImportReport {
  readonly sources: number;
  readonly records: number;
  readonly understood: number;
  /** Lines and rows that hold no record at all. */
  readonly unreadable: number;
  /** Sources that could not be read to their end, the first of them. */
  readonly unread: readonly string[];
  /** The most frequent first. */
  readonly unknown: readonly UnknownKind[];
  /** Versions of the runtime or format that wrote the records, sorted. */
  readonly versions: readonly string[];
  /** Sessions that have anything of our skills. */
  readonly sessions: number;
  /** New events by type. */
  readonly events: Readonly<Record<string, number>>;
  /** What led to no skill of ours, by reason. */
  readonly unresolved: Readonly<Partial<Record<UnresolvedReason, number>>>;
  readonly isInterrupted: boolean;
}

/**
 * Reads a runtime's history into the trace (CONTRACTS 14): lazily, in bounded memory, and so that what is there already
 * is not written again. Rejects with what the trace throws; nothing of a source's content does.
 */
export async function importHistory(options: ImportOptions): Promise<ImportReport> {
  return new Import(options).run();
}

interface KeptSession {
  readonly session: KnownSession;
  /** Of the trace, when the session was asked for. */
  readonly version: number;
}

class Import {
  private readonly options: ImportOptions;
  private readonly bytesTotal: number;
  private readonly sessions = new Map<string, KeptSession>();
  private readonly touched = new Set<string>();
  private readonly unknown = new Map<string, UnknownKind>();
  private readonly versions = new Set<string>();
  private readonly events: Record<string, number> = {};
  private readonly unresolved: Partial<Record<UnresolvedReason, number>> = {};
  private counts = { sources: 0, records: 0, understood: 0, unreadable: 0, events: 0, bytesBefore: 0 };
  private readonly unread: string[] = [];
  private batch: Observation[] = [];
  /** Ids of calls that a record may be the copy of. */
  private readonly copied = new Set<string>();
  /** Read once it is asked for: most imports find nothing new. */
  private origins: LoadOrigins | null = null;

  constructor(options: ImportOptions) {
    this.options = options;
    this.bytesTotal = options.sources.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }

  async run(): Promise<ImportReport> {
    for (const source of this.options.sources) {
      if (this.isAborted()) break;
      await this.readSource(source);
      this.counts.sources += 1;
      this.counts.bytesBefore += source.sizeBytes;
      this.tell(source, 0);
    }
    return this.report();
  }

  private async readSource(source: HistorySource): Promise<void> {
    const { history } = this.options;
    const translator = history.translator(source);
    for await (const record of history.read(source)) {
      this.count(translator.translate(record), record.record === undefined);
      if (record.isFault === true && this.unread.length < UNREAD_MAX) this.unread.push(source.path);
      if (this.batch.length >= BATCH_MAX) this.flush(source);
      if (this.counts.records % RECORDS_AT_ONCE !== 0) continue;
      this.tell(source, record.bytesRead);
      await new Promise((resolve) => setImmediate(resolve));
      if (this.isAborted()) break;
    }
    this.hold(translator.end());
    this.flush(source);
  }

  private count(translation: Translation, isUnreadable: boolean): void {
    this.counts.records += 1;
    if (translation.version !== null && this.versions.size < KINDS_MAX)
      this.versions.add(translation.version);
    if (isUnreadable) this.counts.unreadable += 1;
    else if (translation.understood) this.counts.understood += 1;
    else this.countUnknown(translation);
    this.hold(translation.observations);
  }

  private countUnknown({ kind, version }: Translation): void {
    const key = `${kind} ${version ?? ""}`;
    const known = this.unknown.get(key) ?? { kind, version, count: 0 };
    if (known.count > 0 || this.unknown.size < KINDS_MAX) {
      this.unknown.set(key, { ...known, count: known.count + 1 });
    }
  }

  private hold(observations: readonly Observation[]): void {
    const { sinceUs } = this.options;
    for (const observation of observations) {
      const isOld = sinceUs !== null && observation.atUs !== null && observation.atUs < sinceUs;
      if (!isOld || observation.kind === "session-started") this.batch.push(observation);
    }
  }

  /** Each stretch of one session is built on what the trace has of it. */
  private flush(source: HistorySource): void {
    const batch = withoutEditReads(this.batch);
    this.batch = [];
    for (let from = 0; from < batch.length; ) {
      const sessionId = batch[from]?.sessionId ?? "";
      const next = batch.findIndex((one, at) => at > from && one.sessionId !== sessionId);
      const to = next < 0 ? batch.length : next;
      this.write(source, sessionId, batch.slice(from, to));
      from = to;
    }
  }

  private write(source: HistorySource, sessionId: string, observations: readonly Observation[]): void {
    const { runtime, place, trace } = this.options;
    const nowUs = Math.round(source.modifiedAtMs * US_PER_MS);
    const version = trace.version?.() ?? 0;
    for (const one of observations) this.noteCopied(one);
    const findOrigin: EventPlace["findOrigin"] = (own, load, copyOf) => this.findOrigin(own, load, copyOf);
    const built = buildEvents(
      { ...place, runtime, nowUs, isLive: false, findOrigin },
      this.known(sessionId),
      observations,
    );
    for (const reason of built.unresolved) this.unresolved[reason] = (this.unresolved[reason] ?? 0) + 1;
    this.keep(sessionId, built.session, version);
    if (built.events.length === 0) return;
    this.touched.add(sessionId);
    this.counts.events += trace.append(built.events);
    for (const event of built.events) this.origins?.add(event);
    for (const { type } of built.events) this.events[type] = (this.events[type] ?? 0) + 1;
  }

  private noteCopied(one: Observation): void {
    if (one.kind !== "skill-loaded" && one.kind !== "skill-written") return;
    if (one.toolUseId !== null && (one.copyOf ?? null) !== null && this.copied.size < COPIED_MAX)
      this.copied.add(one.toolUseId);
  }

  /** As it was left, with what a hook has told of it meanwhile. */
  private known(sessionId: string): KnownSession {
    const { trace, runtime } = this.options;
    const version = trace.version?.() ?? 0;
    const kept = this.sessions.get(sessionId);
    if (kept?.version === version) return kept.session;
    const known = trace.known(sessionId, runtime);
    return kept === undefined ? known : joinSessions(kept.session, known);
  }

  private findOrigin(sessionId: string, load: KnownLoad, copyOf: string | null): KnownSession | null {
    const { trace, runtime } = this.options;
    const told = copyOf === null || copyOf === sessionId ? null : this.known(copyOf);
    const taken = copyOf === null || told === null ? null : takeCopied(told, load);
    if (copyOf !== null && taken !== null) {
      this.keep(copyOf, taken, trace.version?.() ?? 0);
      return taken;
    }
    this.origins ??= new LoadOrigins(trace.loads?.(runtime) ?? []);
    const origin = this.origins.find(
      sessionId,
      load,
      copyOf !== null || this.copied.has(load.toolUseId ?? ""),
    );
    return origin === null ? null : this.known(origin);
  }

  private keep(sessionId: string, session: KnownSession, version: number): void {
    this.sessions.delete(sessionId);
    this.sessions.set(sessionId, { session, version });
    const oldest = this.sessions.size > SESSIONS_KEPT ? this.sessions.keys().next().value : undefined;
    if (oldest !== undefined) this.sessions.delete(oldest);
  }

  private tell({ path }: HistorySource, bytesRead: number): void {
    const { sources, records, events, bytesBefore } = this.counts;
    this.options.onProgress?.({
      source: path,
      sourceIndex: sources,
      sources: this.options.sources.length,
      bytesRead: bytesBefore + bytesRead,
      bytesTotal: this.bytesTotal,
      records,
      events,
    });
  }

  private isAborted(): boolean {
    return this.options.signal?.aborted === true;
  }

  private report(): ImportReport {
    const { sources, records, understood, unreadable } = this.counts;
    return {
      sources,
      records,
      understood,
      unreadable,
      unread: this.unread,
      unknown: [...this.unknown.values()].sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1)),
      versions: [...this.versions].sort(),
      sessions: this.touched.size,
      events: this.events,
      unresolved: this.unresolved,
      isInterrupted: this.isAborted(),
    };
  }
}
