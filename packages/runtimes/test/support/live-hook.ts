import { realpathSync } from "node:fs";
import { buildEvents } from "../../src/events/build-events.ts";
import { loadHookRuntime } from "../../src/hook/load-hook-runtime.ts";
import { createSkillResolver, type RuntimeName } from "../../src/index.ts";
import type { MemoryImportTrace } from "./memory-import.ts";
import type { Tree } from "./tree.ts";

/** Hands one record of a hook to a trace in memory, as `hook <runtime>` would at a moment. */
export async function tellLive(
  tree: Tree,
  runtime: RuntimeName,
  trace: MemoryImportTrace,
  record: object,
  nowMs: number,
): Promise<void> {
  const place = { home: tree.at("home"), env: {} };
  const { observations, sessionId } = (await loadHookRuntime(runtime)).translateHook(record);
  if (sessionId === null) return;
  const built = buildEvents(
    {
      runtime,
      resolver: createSkillResolver(place),
      claim: "ask",
      nowUs: nowMs * 1_000,
      isLive: true,
      realpath: (path) => realpathSync(path),
    },
    trace.known(sessionId, runtime),
    observations,
  );
  trace.append(built.events);
}
