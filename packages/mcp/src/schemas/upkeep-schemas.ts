import type { MatcherHealth, ReindexReport } from "@metis-curate/core";
import * as v from "valibot";
import { count, method, notices, share } from "./match-schemas.ts";

export const reindexReport: v.GenericSchema<ReindexReport> = v.object({
  indexed: count,
  added: count,
  updated: count,
  removed: count,
  unchanged: count,
  archived: count,
  embedded: v.pipe(count, v.description("Skills whose vectors were made.")),
  skipped: count,
  migrated: v.pipe(count, v.description("Records of a .usage.json that became events.")),
  duration_ms: v.pipe(v.number(), v.minValue(0)),
  method,
  notices,
});

const index = v.object({
  path: v.string(),
  skills: count,
  archived: count,
  embedded: count,
  model: v.nullable(v.string()),
  dimension: v.nullable(count),
  vector_search: v.picklist(["sqlite-vec", "scan"]),
  fresh: v.boolean(),
});

export const matcherHealth: v.GenericSchema<MatcherHealth> = v.object({
  ok: v.boolean(),
  roots: v.array(
    v.object({
      key: v.string(),
      scope: v.picklist(["workspace", "global"]),
      skills_dir: v.string(),
      index: v.nullable(index),
      error: v.nullable(v.string()),
    }),
  ),
  trace: v.object({ path: v.string(), writable: v.boolean(), readable: v.boolean() }),
  method,
  threshold: share,
  notices,
});
