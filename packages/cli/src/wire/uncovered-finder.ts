import { systemClock } from "@metis-curate/adapters";
import type { CuratorDeps } from "@metis-curate/core";
import {
  findUncovered,
  nodeSkillFiles,
  readRuntimesRecord,
  type UncoveredQuestion,
} from "@metis-curate/runtimes";
import type { OpenCuratorOptions } from "./curator-opener.ts";
import type { RootParts } from "./open-root-parts.ts";

type Options = Pick<OpenCuratorOptions, "home" | "env">;

/** What coverage is asked with: the rows, this machine, and what is known of its runtimes now. */
export function coverageQuestion(layouts: RootParts["layouts"], { home, env }: Options): UncoveredQuestion {
  const files = nodeSkillFiles();
  return {
    home: files.realpath(home) ?? home,
    env,
    layouts,
    files,
    record: readRuntimesRecord(home),
    nowMs: systemClock().nowUs() / 1_000,
  };
}

/** Finds the skills of a root that a runtime of this machine reads while nobody watches it, asked anew each time. */
export function uncoveredFinder(
  { root, layouts }: Pick<RootParts, "root" | "layouts">,
  options: Options,
): NonNullable<CuratorDeps["findUncovered"]> {
  return (library) => findUncovered(coverageQuestion(layouts, options), root, library);
}
