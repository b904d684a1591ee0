import type { EventEnvelope, Payload } from "@metis-curate/core";
import type { LibraryDisk } from "./library-disk.ts";

/**
 * Where the acts in the trace, done one after the other on a library as it was, do not give the library as it is,
 * one line each: an action without its event, an event without its action, or one recorded twice.
 */
export function findReplayFaults(
  before: LibraryDisk,
  events: readonly EventEnvelope[],
  now: LibraryDisk,
): readonly string[] {
  const replay = new Replay(before);
  for (const event of events) replay.apply(event);
  return [...replay.faults, ...replay.compare(now)];
}

class Replay {
  readonly faults: string[] = [];
  readonly #live: Map<string, string>;
  /** Hash of the archived SKILL.md, where it is known, by archive id. */
  readonly #archives: Map<string, string>;

  constructor({ live, archives }: LibraryDisk) {
    this.#live = new Map(live);
    this.#archives = new Map(archives.map((id) => [id, ""]));
  }

  apply({ type, payload }: EventEnvelope): void {
    if (type === "skill.modified" && payload["reason"] === "apply-description") this.#describe(payload);
    if (type === "skill.curated") this.#act(payload, payload["signals"] as Payload);
  }

  #act(payload: Payload, signals: Payload): void {
    const path = String(signals["original_path"] ?? payload["skill_id"]);
    const archiveId = String(signals["archive_id"]);
    switch (payload["action"]) {
      case "archive":
        this.#archive(path, archiveId);
        break;
      case "edit":
        this.#keep(archiveId);
        this.#rewrite(path, String(signals["file_hash"]));
        break;
      case "consolidate":
        if (signals["snapshot_path"] !== null) this.#keep(lastName(signals["snapshot_path"]));
        this.#live.set(path, String(signals["file_hash"]));
        break;
      case "restore":
        this.#putBack(path, archiveId, signals);
        break;
    }
  }

  #describe(payload: Payload): void {
    const signals = payload["signals"] as Payload;
    if (typeof signals["archive_id"] !== "string") return;
    this.#keep(signals["archive_id"]);
    this.#rewrite(String(signals["original_path"]), String(payload["after_hash"]));
  }

  #putBack(path: string, archiveId: string, signals: Payload): void {
    if (signals["restored_kind"] === "archive") this.#restore(path, archiveId);
    if (signals["restored_kind"] !== "edit") return;
    this.#keep(lastName(signals["snapshot_path"]));
    this.#rewrite(path, String(signals["file_hash"]));
  }

  compare({ live, archives }: LibraryDisk): readonly string[] {
    return [
      ...[...this.#live].flatMap(([path, hash]) => {
        const found = live.get(path);
        if (found === undefined) return [`${path} is not live`];
        return found === hash ? [] : [`${path} is not as recorded`];
      }),
      ...[...live.keys()].flatMap((path) => (this.#live.has(path) ? [] : [`${path} is live`])),
      ...[...this.#archives.keys()].flatMap((id) => (archives.includes(id) ? [] : [`${id} is no archive`])),
      ...archives.flatMap((id) => (this.#archives.has(id) ? [] : [`${id} is an archive of no record`])),
    ];
  }

  #archive(path: string, id: string): void {
    const hash = this.#live.get(path);
    if (hash === undefined) this.faults.push(`${path} was archived and not live`);
    this.#live.delete(path);
    this.#keep(id, hash);
  }

  #keep(id: string, hash = ""): void {
    if (this.#archives.has(id)) this.faults.push(`${id} was archived twice`);
    this.#archives.set(id, hash);
  }

  #restore(path: string, id: string): void {
    const hash = this.#archives.get(id);
    if (hash === undefined) this.faults.push(`${id} was restored and not archived`);
    if (this.#live.has(path)) this.faults.push(`${path} was restored and live`);
    this.#archives.delete(id);
    this.#live.set(path, hash ?? "");
  }

  #rewrite(path: string, hash: string): void {
    if (!this.#live.has(path)) this.faults.push(`${path} was rewritten and not live`);
    this.#live.set(path, hash);
  }
}

function lastName(path: unknown): string {
  return (
    String(path)
      .split("/")
      .findLast((name) => name !== "") ?? ""
  );
}
