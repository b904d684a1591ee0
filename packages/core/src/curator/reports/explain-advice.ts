import { findSidecarSkill } from "../../roots/index.ts";
import { actCommand } from "../act-command.ts";
import type { Subject } from "./explain-subject.ts";
import { findIsoDate } from "./report-date.ts";

const DAY_US = 86_400_000_000;

/** What would change the outcome, as commands or dates. */
export function explainAdvice(subject: Subject): readonly string[] {
  return [...reasonAdvice(subject), ...suggestionAdvice(subject)];
}

/** A merge may have suggested a description, which only the operator writes (CONTRACTS 7.4). */
function suggestionAdvice({ deps, view, skill }: Subject): readonly string[] {
  const suggestion = findSidecarSkill(view.sidecar, skill.name)?.suggested_description;
  if (suggestion === undefined) return [];
  const text = suggestion.replace(/\s+/g, " ");
  return [`take the suggested description "${text}": ${actCommand(deps, "apply-description", skill.name)}`];
}

function reasonAdvice(subject: Subject): readonly string[] {
  const { deps, skill } = subject;
  const { commandLine, config } = deps;
  const command = (verb: string): string => actCommand(deps, verb, skill.name);
  const pin = `keep it as it is: ${command("pin")}`;
  switch (subject.reason) {
    case "manual":
    case "imported":
    case "unknown-origin":
      return [`hand it to the curator: ${command("adopt")}`];
    case "hand-edited":
      return [`take the present text as the new start: ${command("adopt")}`];
    case "pinned":
      return [`let the curator maintain it again: ${command("unpin")}`];
    case "archive":
    case "consolidate":
    case "edit":
      return [pin, `see the whole plan: ${commandLine} --dry-run`];
    case "active":
      return [...dueAdvice(subject), pin];
    case "referenced":
      return ["it may be archived once nothing refers to it any more", pin];
    case "answered":
      return [
        `asked again when its text, cluster or use changes, or ${config.reask_after_days} days after that answer (curator.reask_after_days)`,
      ];
    case "uncovered-runtime":
      return ["watch the other agent that reads this directory: metis-curate init --runtime <name>"];
    case "truncated":
      return [`its turn comes in a later run; more at once: curator.max_skills_per_root`];
    case "linked":
      return ["to have it maintained, put the directory itself here instead of a link"];
    case "shadowed":
    case "needs-preview":
    case "declined":
    case "skipped":
    case "not-reached":
    case "changed-meanwhile":
      return [];
  }
}

/** From when on it would be archived if nobody loads it. */
function dueAdvice({ deps, view, history, activity }: Subject): readonly string[] {
  if (activity.idleDays === null) return [];
  const times = [history.lastLoadedAtUs, history.createdAtUs, history.lastTouchedAtUs];
  const lastUs = Math.max(...times.map((timeUs) => timeUs ?? 0));
  const date = findIsoDate(
    Math.max(Math.min(lastUs, view.nowUs) + deps.config.archive_after_days * DAY_US, view.nowUs),
  );
  return date === null ? [] : [`unless it is loaded, it would be archived from ${date.slice(0, 10)} on`];
}
