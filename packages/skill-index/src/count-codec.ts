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

/** The counts of one term by field, or null when the document does not hold it. */
export function findCounts({ termNos, counts }: DocumentCounts, termNo: number): readonly number[] | null {
  let low = 0;
  let high = termNos.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = termNos[middle] ?? 0;
    if (found === termNo) return countsAt(counts, middle * FIELDS);
    if (found < termNo) low = middle + 1;
    else high = middle - 1;
  }
  return null;
}

function countsAt(counts: Uint8Array, start: number): readonly number[] {
  const byField: number[] = [];
  for (let at = start; at < start + FIELDS; at++) byField.push(counts[at] ?? 0);
  return byField;
}
