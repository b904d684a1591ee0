import { nodeFileSystem } from "@metis-curate/adapters";
import { type FileSystem, loadRootSkills, type Root } from "@metis-curate/core";
import {
  findPresentReaders,
  layoutsAt,
  type UncoveredQuestion,
  type WatchedReader,
} from "@metis-curate/runtimes";
import type { LayoutReader, ListLayouts, PresentLayout } from "./layout-lister.ts";
import { findPresentRoots } from "./present-roots.ts";
import { realPathIn } from "./real-path-in.ts";
import { coverageQuestion } from "./uncovered-finder.ts";

/** Lists what is there on the real disk. */
export const listLayouts: ListLayouts = (options) => {
  const fs = nodeFileSystem();
  const realpath = realPathIn(fs);
  const home = realpath(options.home) ?? options.home;
  const layouts = layoutsAt({ home, env: options.env, realpath });
  const question = coverageQuestion(layouts, options);
  return findPresentRoots(fs, options, layouts).map(({ root, command }) =>
    describePresent(fs, root, command, question),
  );
};

function describePresent(
  fs: FileSystem,
  root: Root,
  command: string,
  question: UncoveredQuestion,
): PresentLayout {
  const { skills } = loadRootSkills(fs, root);
  return {
    layout: root.layout,
    scope: root.scope,
    path: root.skillsDir,
    skills: skills.length,
    linked: skills.filter(({ linked }) => linked).length,
    skills_of: root.skillsOf?.key ?? null,
    readers: findPresentReaders(question, root).map(describeReader),
    command,
  };
}

function describeReader({ runtime, watch }: WatchedReader): LayoutReader {
  switch (watch.kind) {
    case "hooked":
      return { runtime, watched: "hooked", imported_at: null };
    case "imported":
      return { runtime, watched: "imported", imported_at: watch.at_iso };
    case "unwatched":
      return { runtime, watched: null, imported_at: watch.stale_import_iso };
  }
}
