import type { EventEnvelope } from "../events/envelope.ts";
import { type FileSystem, FileSystemError } from "../ports/file-system.ts";
import type { Root } from "../roots/root.ts";
import { EMPTY_SIDECAR } from "../roots/sidecar-entry.ts";
import { applyToSidecar } from "../roots/sidecar-reducer.ts";
import { readSidecar, writeSidecar } from "../roots/sidecar-store.ts";

/**
 * Brings the sidecar up to date with acts that are in the trace; acts it already has change nothing.
 * A missing sidecar counts as empty: whoever holds the lock has rebuilt it before. Throws `FileSystemError`.
 */
export function writeActs(fs: FileSystem, root: Root, events: readonly EventEnvelope[]): void {
  const before = readSidecar(fs, root);
  if (before.kind !== "missing" && before.kind !== "state") {
    throw new FileSystemError("io", "writeSidecar", root.sidecarPath, new Error(before.kind));
  }
  const state = before.kind === "state" ? before.state : EMPTY_SIDECAR;
  const after = events.reduce((reduced, event) => applyToSidecar(reduced, event, root), state);
  if (after !== state) writeSidecar(fs, root, after);
}
