import { planArchive, takeSnapshot } from "../../actions/index.ts";
import { FileSystemError } from "../../ports/file-system.ts";
import { forbids } from "../../roots/index.ts";
import type { Skill } from "../../skills/index.ts";
import { actCommand } from "../act-command.ts";
import { ArchiveNames } from "../archive-names.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import type { LibraryView } from "../library-view.ts";
import { redactRationale } from "../rationale.ts";
import { actionFailed, done, refused } from "../refusals.ts";
import type { ActReport, Outcome } from "../skill-curator.ts";
import { ACT_LOCK_WAIT_MS, withRoot } from "../with-root.ts";
import { getLiveSkill, manualAct, performAct } from "./manual-act.ts";
import { mayTouch } from "./may-touch.ts";

export interface ArchiveOptions {
  /** Also a manual, imported or pinned skill (CONTRACTS 5). */
  readonly force?: boolean;
  readonly reason?: string;
  /** Only a skill that the curator may touch, whatever `force` says: what an agent may ask for (CONTRACTS 5). */
  readonly onlyTouchable?: boolean;
}

/** Archives one skill at the operator's word. Refusals: `unknown-skill`, `needs-force`, `linked`, `not-touchable`, `failed`. */
export function archiveSkill(
  deps: CuratorDeps,
  name: string,
  options: ArchiveOptions = {},
): Promise<Outcome<ActReport>> {
  return withRoot(deps, { waitMs: ACT_LOCK_WAIT_MS, attended: true }, async ({ view }) => {
    const skill = getLiveSkill(deps, view, name);
    if (!skill.ok) return skill;
    const isOperator = options.onlyTouchable !== true;
    const allowed = isOperator
      ? mayArchive(deps, view, skill.value, options.force === true)
      : mayTouch(view, skill.value.name, skill.value);
    if (!allowed.ok) return allowed;
    try {
      const { fs, root, clock } = deps;
      const snapshot = takeSnapshot(fs, root, skill.value);
      const id = new ArchiveNames(fs, root, clock.nowUs()).forArchive(skill.value.name);
      const act = manualAct(deps, view, skill.value.name, await reasonOf(deps, options));
      const message = `archived ${skill.value.name} as ${id}; put it back with ${actCommand(deps, "restore", skill.value.name)}`;
      return await performAct(deps, planArchive(act, snapshot, id), {
        action: "archive",
        skill: skill.value.name,
        message,
      });
    } catch (error) {
      if (error instanceof FileSystemError) return actionFailed("failed", error.message);
      throw error;
    }
  });
}

/** A reason is kept for good: what must not be, goes (CONTRACTS 8.1, 11). */
async function reasonOf(
  { config, secrets }: CuratorDeps,
  { reason }: ArchiveOptions,
): Promise<{ readonly reason?: string }> {
  return reason === undefined ? {} : { reason: (await redactRationale(reason, config.redact, secrets)).text };
}

function mayArchive(deps: CuratorDeps, view: LibraryView, skill: Skill, force: boolean): Outcome<null> {
  const { name } = skill;
  if (skill.linked) {
    return refused(
      "linked",
      `${name} is a link; the curator does not move links, remove it where it was made`,
    );
  }
  if (force) return done(null);
  const again = actCommand(deps, "archive --force", name);
  const forbidden = forbids(view.sidecar, name);
  const history = view.history.skills.get(name);
  if (forbidden === "pinned" || history?.pinned === true) {
    return refused("needs-force", `${name} is pinned; unpin it first, or run ${again}`);
  }
  if (forbidden === null && history?.provenance.touchable === true) return done(null);
  const origin = history?.provenance.origin ?? "manual";
  return refused(
    "needs-force",
    `${name} is ${forbidden ?? origin}: a person's skill; to archive it all the same run ${again}`,
  );
}
