import type { Root } from "@metis-curate/core";
import type { OpenCuratorOptions } from "../wire/curator-opener.ts";
import { openMatcher } from "../wire/open-matcher.ts";
import { commandOf } from "./describe-run.ts";
import { noteRun } from "./notices.ts";
import type { BackgroundTask } from "./start-background.ts";

const DAY_DIGITS = 10;

/**
 * What the fourth seed asks of a session's start and stop: `reindex`, and `gaps`, which the next session's start tells
 * once a day. Throws what opening an index throws.
 */
export async function tendSkillIndex(
  moment: BackgroundTask["moment"],
  root: Root,
  options: OpenCuratorOptions,
): Promise<void> {
  const opened = await openMatcher(options);
  if (!opened.ok) {
    options.logger.log("warning", `${root.key}: ${opened.refusal.message}`);
    return;
  }
  const { matcher, close } = opened.value;
  try {
    if (moment === "start") {
      await matcher.reindex();
      return;
    }
    const gaps = await matcher.gaps();
    if (gaps.ok && gaps.value.gaps.length > 0) noteGaps(root, options, gaps.value.gaps.length);
  } finally {
    close();
  }
}

function noteGaps(root: Root, { home }: OpenCuratorOptions, count: number): void {
  const day = new Date().toISOString().slice(0, DAY_DIGITS);
  const { key, base, scope } = root;
  const what = count === 1 ? "1 kind of task has" : `${count} kinds of tasks have`;
  const text = `${what} no skill, see: ${commandOf(root)} gaps`;
  noteRun(home, { id: `gaps-${key}-${day}`, base, scope, text });
}
