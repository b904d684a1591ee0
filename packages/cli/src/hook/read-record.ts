/** More is no record of a hook. */
export const RECORD_BYTES_MAX = 10 * 1024 * 1024;
/** A runtime writes its record at once, but a busy machine may be late; who keeps stdin open gets no more time than this. */
export const RECORD_WAIT_MS = 3_000;
/** Chunks after which a record is looked at before stdin ends. */
const EARLY_LOOKS_MAX = 16;
const LAST_BYTES = 8;

export type RecordRead =
  | { readonly kind: "record"; readonly value: unknown }
  | { readonly kind: "too-large" }
  | { readonly kind: "too-slow" }
  | { readonly kind: "not-json" }
  | { readonly kind: "empty" };

type Source = AsyncIterable<Uint8Array | string>;
type Next = IteratorResult<Uint8Array | string, unknown> | "late" | "broken";

/**
 * Reads one JSON record. It is taken as soon as it is whole, also where stdin stays open; never waits longer than
 * `waitMs` in all, and never throws.
 */
export async function readRecord(stdin: Source, waitMs: number = RECORD_WAIT_MS): Promise<RecordRead> {
  const iterator = stdin[Symbol.asyncIterator]();
  const { late, cancel } = startTimer(waitMs);
  try {
    return await readFrom(iterator, late);
  } finally {
    cancel();
  }
}

async function readFrom(
  iterator: AsyncIterator<Uint8Array | string, unknown>,
  late: Promise<"late">,
): Promise<RecordRead> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for (let looks = 0; ; ) {
    const next: Next = await Promise.race([nextOf(iterator), late]);
    if (next === "late") return parse(chunks) ?? { kind: "too-slow" };
    if (next === "broken" || next.done === true) {
      return parse(chunks) ?? { kind: bytes === 0 ? "empty" : "not-json" };
    }
    const chunk = Buffer.from(next.value as Uint8Array);
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > RECORD_BYTES_MAX) return { kind: "too-large" };
    if (looks >= EARLY_LOOKS_MAX || !endsWhole(chunk)) continue;
    looks += 1;
    const early = parse(chunks);
    if (early !== null) return early;
  }
}

function nextOf(iterator: AsyncIterator<Uint8Array | string, unknown>): Promise<Next> {
  return iterator.next().catch(() => "broken" as const);
}

function startTimer(waitMs: number): { readonly late: Promise<"late">; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), waitMs);
  });
  return { late, cancel: () => clearTimeout(timer) };
}

function endsWhole(chunk: Buffer): boolean {
  return chunk
    .toString("latin1", Math.max(0, chunk.length - LAST_BYTES))
    .trimEnd()
    .endsWith("}");
}

/** Null for what is no JSON, or not yet. */
function parse(chunks: readonly Buffer[]): RecordRead | null {
  try {
    return {
      kind: "record",
      value: JSON.parse(
        Buffer.concat(chunks)
          .toString("utf8")
          .replace(/^\ufeff/, ""),
      ),
    };
  } catch {
    return null;
  }
}
