import { done, refused } from "../curator/refusals.ts";
import type { Outcome } from "../curator/skill-curator.ts";
import { TraceError } from "../ports/trace-store.ts";
import { findTarget } from "./find-target.ts";
import type { ScoutDeps } from "./scout-deps.ts";
import { makeScoutedEvent } from "./scouted-event.ts";
import type { DismissScoutedReport } from "./skill-scout.ts";

/** Records that a scouted skill is not wanted: searches leave it out. Refusals: `unknown-scouted`, `unwritable`. */
export async function dismissScouted(
  deps: ScoutDeps,
  target: string,
): Promise<Outcome<DismissScoutedReport>> {
  const found = await findTarget(deps, target);
  if (!found.ok) return found;
  const { sourceUrl, name, status } = found.value;
  const report = { source_url: sourceUrl, name };
  if (status === "dismissed") return done({ ...report, message: `${name} was dismissed before` });
  const { curator } = deps;
  const event = makeScoutedEvent(curator, { ...found.value, status: "dismissed" }, curator.ids.next());
  try {
    await curator.trace.append([event], "full");
  } catch (error) {
    if (error instanceof TraceError) return refused("unwritable", `${error.message}; nothing was recorded`);
    throw error;
  }
  await curator.announce([event]);
  return done({ ...report, message: `${name} is dismissed: searches leave it out` });
}
