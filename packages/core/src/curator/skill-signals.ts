import type { Payload } from "../events/envelope.ts";
import { activityOf, skillSignals } from "../selection/index.ts";
import { getSkillHistory } from "../trace/index.ts";
import type { CuratorDeps } from "./curator-deps.ts";
import type { LibraryView } from "./library-view.ts";

/** The standard signals of one skill and its origin, as every `skill.curated` carries them (S1 8.2, `ActSignals`). */
export function signalsOfSkill(deps: CuratorDeps, view: LibraryView, name: string): Payload {
  const history = getSkillHistory(view.history, name);
  const skill = view.library.skills.find((one) => one.name === name);
  const activity = activityOf(history, deps.config, view.nowUs, view.history.lastCurationAtUs);
  const { origin } = history.provenance;
  if (skill === undefined) {
    return {
      last_loaded_at_iso: null,
      loads_in_window: activity.loadsInWindow,
      inactive_days: activity.inactiveDays,
      origin,
    };
  }
  return { ...skillSignals({ name, skill, history, activity }), origin };
}
