import type { Payload, Root, RunReport } from "@metis-curate/core";
import { OWN_DIRECTORY_PREFIX } from "@metis-curate/runtimes";
import { shellWord } from "../text/shell-word.ts";
import type { RunNotice } from "./notices.ts";

const DEEDS: readonly (readonly [action: string, deed: string])[] = [
  ["archive", "archived"],
  ["consolidate", "merged into"],
  ["edit", "edited"],
];
const GUARD = /^needs-preview: (\d+) /;
const DAY_DIGITS = 10;

/**
 * Returns what a person should know of a run that nobody watched: what it did and how to undo it, or that it would have
 * done too much (CONTRACTS 10.6); null where nothing happened. The guard is told once a day.
 */
export function describeUnattendedRun(report: RunReport, root: Root, nowMs: number): RunNotice | null {
  const { base, scope } = root;
  const command = commandOf(root);
  const done = describeDeeds(report.actions);
  if (done !== null) {
    const text = `${done}, undo: ${command} undo ${report.curator_run_id}`;
    return { id: report.curator_run_id, base, scope, text };
  }
  const count = report.notices.map((notice) => GUARD.exec(notice)?.[1]).find((found) => found !== undefined);
  if (count === undefined) return null;
  const day = new Date(nowMs).toISOString().slice(0, DAY_DIGITS);
  const text = `${skills(Number(count))} would be archived at once, so none was; look with ${command} --dry-run`;
  return { id: `guard-${root.key}-${day}`, base, scope, text };
}

/** How a root is named from anywhere. */
export function commandOf({ scope, base, layout, skillsDir }: Root): string {
  const where = scope === "global" ? "--global" : shellWord(base);
  if (layout === "metis") return `metis-curate ${where}`;
  const isOwn = layout.startsWith(OWN_DIRECTORY_PREFIX);
  return `metis-curate ${where} ${isOwn ? `--skills-dir ${shellWord(skillsDir)}` : `--layout ${layout}`}`;
}

function describeDeeds(actions: readonly Payload[]): string | null {
  const parts = DEEDS.flatMap(([action, deed]) => {
    const count = actions.filter((payload) => payload["action"] === action).length;
    return count === 0 ? [] : [`${deed} ${skills(count)}`];
  });
  return parts.length === 0 ? null : parts.join(", ");
}

function skills(count: number): string {
  return count === 1 ? "1 skill" : `${count} skills`;
}
