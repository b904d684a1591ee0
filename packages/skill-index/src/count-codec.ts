import { INDEX_FIELDS } from "@metis-curate/core";

const COUNT_MAX = 255;
const FIELDS = INDEX_FIELDS.length;
const NUMBER_BYTES = 4;

/** Occurrences of a document's terms: numbers of terms ascending, and six counts for each. */
export interface DocumentCounts {
  readonly termNos: Uint32Array;
  readonly counts: Uint8Array;
}

/** Packs counts by term number; counts above 255 become 255. */
export function encodeCounts(byTerm: ReadonlyMap<number, readonly number[]>): Uint8Array {
  const termNos = Uint32Array.from(byTerm.keys()).sort();
  const bytes = new Uint8Array(termNos.length * (NUMBER_BYTES + FIELDS));
  const view = new DataView(bytes.buffer);
  termNos.forEach((termNo, index) => {
    view.setUint32(index * NUMBER_BYTES, termNo, true);
    const counts = byTerm.get(termNo) ?? [];
    for (let field = 0; field < FIELDS; field++) {
      bytes[termNos.length * NUMBER_BYTES + index * FIELDS + field] = Math.min(COUNT_MAX, counts[field] ?? 0);
    }
  });
  return bytes;
}

/** Unpacks what `encodeCounts` packed; of other bytes what fits. */
export function decodeCounts(bytes: Uint8Array): DocumentCounts {
  const length = Math.floor(bytes.length / (NUMBER_BYTES + FIELDS));
  return { termNos: readNumbers(bytes, length), counts: bytes.subarray(length * NUMBER_BYTES) };
}

/** A view where the machine reads little endian and the bytes are aligned: this is done for every candidate. */
function readNumbers(bytes: Uint8Array, length: number): Uint32Array {
  if (IS_LITTLE_ENDIAN && bytes.byteOffset % NUMBER_BYTES === 0) {
    return new Uint32Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, length);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length }, (_, index) => view.getUint32(index * NUMBER_BYTES, true));
}

const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** A term by its number. */
export interface NumberedTerm {
  readonly term: string;
  readonly termNo: number;
}

/** The counts by field of those terms that the document holds; the terms are given by number, ascending. */
export function findCounts(
  { termNos, counts }: DocumentCounts,
  terms: readonly NumberedTerm[],
): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, readonly number[]>();
  let at = 0;
  for (const { term, termNo } of terms) {
    at = firstNotBelow(termNos, termNo, at);
    if (at >= termNos.length) break;
    if (termNos[at] === termNo) found.set(term, countsAt(counts, at * FIELDS));
  }
  return found;
}

/** Position of the first number from `from` on that is not below the wanted one. */
function firstNotBelow(termNos: Uint32Array, wanted: number, from: number): number {
  let low = from;
  let high = termNos.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((termNos[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

function countsAt(counts: Uint8Array, start: number): readonly number[] {
  const byField: number[] = [];
  for (let at = start; at < start + FIELDS; at++) byField.push(counts[at] ?? 0);
  return byField;
}
