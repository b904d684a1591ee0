import {
  type EventEnvelope,
  type FileSystem,
  formatSidecar,
  type Root,
  readSidecar,
  rebuildSidecar,
} from "@metis-curate/core";

/** What is wrong with the records of one root, one line each: ids that repeat, runs without an end or with two. */
export function findPairFaults(events: readonly EventEnvelope[]): readonly string[] {
  const ids = events.map(({ id }) => id);
  const runIds = (type: string) =>
    events.filter((event) => event.type === type).map(({ payload }) => String(payload["curator_run_id"]));
  const [started, finished] = [runIds("curator.run_started"), runIds("curator.run_finished")];
  return [
    ...repeated(ids).map((id) => `event ${id} is there twice`),
    ...repeated(started).map((id) => `run ${id} started twice`),
    ...repeated(finished).map((id) => `run ${id} finished twice`),
    ...started.filter((id) => !finished.includes(id)).map((id) => `run ${id} has no end`),
    ...finished.filter((id) => !started.includes(id)).map((id) => `run ${id} has no start`),
  ];
}

function repeated(texts: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return texts.filter((text) => seen.size === seen.add(text).size);
}

/**
 * One line when `state.json` does not say what the events of the root say. The time at which an unattended run first
 * saw a root is no event (CONTRACTS 10.1).
 */
export function findSidecarFaults(
  fs: FileSystem,
  root: Root,
  events: readonly EventEnvelope[],
  { firstSight = false }: { readonly firstSight?: boolean } = {},
): readonly string[] {
  const found = readSidecar(fs, root);
  if (found.kind !== "state" && found.kind !== "missing") return [`state.json is ${found.kind}`];
  const now = found.kind === "state" ? found.state : rebuildSidecar([], root);
  const folded = rebuildSidecar(events, root);
  const wanted = firstSight ? { ...folded, last_curation_at_iso: now.last_curation_at_iso } : folded;
  const [has, wants] = [formatSidecar(now), formatSidecar(wanted)];
  return has === wants ? [] : [`state.json says ${has} and the events ${wants}`];
}
