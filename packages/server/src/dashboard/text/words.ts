const ACTIONS: Readonly<Record<string, string>> = {
  archive: "archived",
  consolidate: "merged",
  edit: "edited",
  restore: "restored",
  pin: "pinned",
  unpin: "unpinned",
  adopt: "adopted",
  disown: "disowned",
  promote: "promoted",
  pause: "paused",
  resume: "resumed",
  "apply-description": "description applied",
};

/** What was done, as a past participle; an unknown action as it is. */
export function actionDone(action: string): string {
  return ACTIONS[action] ?? action;
}

const VERBS: Readonly<Record<string, string>> = { archive: "Archive", consolidate: "Merge", edit: "Edit" };

/** What would be done, as an order; an unknown action as it is. */
export function actionVerb(action: string): string {
  return VERBS[action] ?? action;
}

const NEXT: Readonly<Record<string, string>> = {
  archive: "would archive",
  consolidate: "would merge",
  edit: "would edit",
};

/** What the next attended run would ask about a live skill, else why it leaves it alone. */
export function nextText(reason: string): string {
  if (reason === "active") return "nothing";
  return NEXT[reason] ?? `nothing, ${reason.replaceAll("-", " ")}`;
}

const OUTCOMES: Readonly<Record<string, string>> = {
  completed: "completed",
  no_candidates: "nothing to do",
  per_run_cap: "stopped at the cap of a run",
  per_day_cap: "stopped at the cap of a day",
  interval_not_elapsed: "too early",
  disabled: "disabled",
};
const EARLY_ENDS: Readonly<Record<string, string>> = {
  model_errors: "the model failed",
  interrupted: "interrupted",
  failed: "failed",
  recovered: "closed after a crash",
};

/** How a run ended, for a person; `unfinished` while it has not. */
export function runOutcome(outcome: string | null, endedEarly: string | null): string {
  if (outcome === null) return "unfinished";
  const text = OUTCOMES[outcome] ?? outcome;
  return endedEarly === null ? text : `${text}, ${EARLY_ENDS[endedEarly] ?? endedEarly}`;
}

const TRIGGERS: Readonly<Record<string, string>> = {
  session_ended: "end of a session",
  explicit_cli: "command line",
  scheduled: "schedule",
};

export function triggerText(trigger: string | null): string {
  return trigger === null ? "by hand" : (TRIGGERS[trigger] ?? trigger);
}

/** `4 archived, 2 merged`; `nothing` for none. */
export function actionsText(byType: Readonly<Record<string, number>>): string {
  const parts = Object.entries(byType)
    .filter(([, count]) => count > 0)
    .map(([action, count]) => `${count} ${actionDone(action)}`);
  return parts.length === 0 ? "nothing" : parts.join(", ");
}
