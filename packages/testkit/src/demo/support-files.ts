import { AREAS } from "./areas.ts";
import type { BodyTopic } from "./compose-body.ts";
import type { DemoCase, DemoFile } from "./demo-plan.ts";
import type { SeededRandom } from "./seeded-random.ts";

const PLAIN = 0o644;
const EXECUTABLE = 0o755;
const FILES_SHARE = 0.3;

/** Cases whose skills always come with files, so that an archive and a merge have something to carry. */
const WITH_FILES: ReadonlySet<DemoCase> = new Set(["stale", "equal"]);

/** Returns a checklist and an executable script about a topic, or nothing for most skills. */
export function filesFor(
  random: SeededRandom,
  topic: Pick<BodyTopic, "area" | "about">,
  demoCase: DemoCase,
): readonly DemoFile[] {
  if (!WITH_FILES.has(demoCase) && !random.chance(FILES_SHARE)) return [];
  const { checks, commands } = AREAS[topic.area];
  const list = checks.map((line) => `- [ ] ${line.replaceAll("{x}", topic.about)}`).join("\n");
  const script = ["#!/usr/bin/env bash", "set -euo pipefail", random.pick(commands)].join("\n");
  return [
    { path: "references/checklist.md", content: `# Checklist\n\n${list}\n`, mode: PLAIN },
    { path: "scripts/run.sh", content: `${script}\n`, mode: EXECUTABLE },
  ];
}
