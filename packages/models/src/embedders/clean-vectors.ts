export type CleanVectors =
  | { readonly kind: "vectors"; readonly vectors: readonly Float32Array[] }
  /** What is wrong, as the end of a line. */
  | { readonly kind: "wrong"; readonly what: string };

/**
 * Returns foreign vectors as they may be kept: as many as asked for, of one length (`dimension` where it is known),
 * finite, of length 1; or what is wrong with them. A vector without a direction stays all zero.
 */
export function cleanVectors(
  given: readonly unknown[],
  expected: number,
  dimension: number | null,
): CleanVectors {
  if (given.length !== expected) return wrong(`gave ${given.length} vectors for ${expected} texts`);
  const vectors: Float32Array[] = [];
  for (const one of given) {
    const vector = toVector(one);
    if (vector === null) return wrong("gave something that is no vector");
    const length = dimension ?? vectors[0]?.length ?? vector.length;
    if (vector.length !== length)
      return wrong(`gave a vector of ${vector.length} dimensions beside ${length}`);
    vectors.push(normalised(vector));
  }
  return { kind: "vectors", vectors };
}

function toVector(value: unknown): Float32Array | null {
  if (!Array.isArray(value) && !(value instanceof Float32Array)) return null;
  if (value.length === 0) return null;
  const isNumeric = value.every((each: unknown) => typeof each === "number" && Number.isFinite(each));
  const vector = isNumeric ? Float32Array.from(value) : null;
  return vector?.every(Number.isFinite) === true ? vector : null;
}

function normalised(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 || !Number.isFinite(length) ? vector : vector.map((value) => value / length);
}

function wrong(what: string): CleanVectors {
  return { kind: "wrong", what };
}
