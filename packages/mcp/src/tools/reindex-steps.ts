import type { ReindexProgress } from "@metis-curate/core";
import type { ToolProgress } from "./tool.ts";

const STAGES: readonly ReindexProgress["stage"][] = ["scan", "index", "embed", "learn"];
/** A client is told at most this often. */
const STEPS_MAX = 100;

/**
 * Returns a function that turns the stages of a reindex, which start again with each root, into one rising number; null
 * when it rose too little to speak of. A protocol's progress must never fall.
 */
export function reindexSteps(roots: number): (progress: ReindexProgress) => ToolProgress | null {
  const total = Math.max(1, roots) * STAGES.length;
  let root = 0;
  let stage = 0;
  let told = -1;
  return ({ stage: name, done, total: size }) => {
    const position = STAGES.indexOf(name);
    if (position < stage) root += 1;
    stage = position;
    const part = size === null || size <= 0 ? 0 : Math.min(1, Math.max(0, done / size));
    const progress = Math.min(total, root * STAGES.length + stage + part);
    if (progress < told + total / STEPS_MAX) return null;
    told = progress;
    const of = size === null ? "" : ` of ${size}`;
    return { progress, total, message: `${name}: ${done}${of}` };
  };
}
