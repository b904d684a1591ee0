import type { ClusterItem, SimilarPair } from "@metis-curate/core";
import * as fc from "fast-check";

export interface ClusterGraph {
  readonly items: readonly ClusterItem[];
  readonly pairs: readonly SimilarPair[];
}

/** Graphs of up to `sizeMax` named items with loads (often equal) and any pairs among them, `a` before `b`. */
export function clusterGraphArbitrary(sizeMax = 24): fc.Arbitrary<ClusterGraph> {
  return fc.array(fc.nat({ max: 3 }), { maxLength: sizeMax }).chain((loads) => {
    const items = loads.map((count, index) => ({ name: itemName(index), loads: count }));
    const place = fc.nat({ max: Math.max(0, items.length - 1) });
    return fc.array(fc.tuple(place, place), { maxLength: sizeMax * 2 }).map((places) => ({
      items,
      pairs: places
        .filter(([x, y]) => x !== y)
        .map(([x, y]) => ({ a: itemName(Math.min(x, y)), b: itemName(Math.max(x, y)) })),
    }));
  });
}

/** Texts from a small vocabulary with stop words and CJK, so that overlaps of every size occur. */
export function overlappingTextArbitrary(): fc.Arbitrary<string> {
  const word = fc.constantFrom(
    "code",
    "review",
    "python",
    "api",
    "test",
    "the",
    "for",
    "ÄRGER",
    "中文測試",
    "x1",
  );
  return fc.array(word, { maxLength: 7 }).map((words) => words.join(" "));
}

function itemName(index: number): string {
  return `n${String(index).padStart(3, "0")}`;
}
