import { createBudgetTracker } from "../money/index.ts";
import { holdSidecar } from "../roots/hold-sidecar.ts";
import { readSidecarText } from "../roots/index.ts";
import { applyDescription } from "./acts/apply-description.ts";
import { archiveSkill } from "./acts/archive-skill.ts";
import { pauseRoot, resumeRoot } from "./acts/pause-root.ts";
import { pinSkill, unpinSkill } from "./acts/pin-skill.ts";
import { promoteSkill } from "./acts/promote-skill.ts";
import { restoreSkill } from "./acts/restore-skill.ts";
import { adoptSkill, disownSkill } from "./acts/retag-skill.ts";
import { undoRun } from "./acts/undo-run.ts";
import type { CuratorDeps } from "./curator-deps.ts";
import { maybeRunCurator } from "./maybe-run.ts";
import { done, refused } from "./refusals.ts";
import {
  doctorReport,
  explainReport,
  historyReport,
  listReport,
  planReport,
  proposalsReport,
  statusReport,
} from "./reports/index.ts";
import { resetState } from "./reset-state.ts";
import { runCurator } from "./run-curator.ts";
import { saveAgentSkill } from "./save-agent-skill.ts";
import type { DoctorReport, Outcome, SkillCurator } from "./skill-curator.ts";

const US_PER_MS = 1_000;

/** The curator of one root, from its ports. One instance serves any number of calls; it holds no lock between them. */
export function createCurator(deps: CuratorDeps): SkillCurator {
  const budget = createBudgetTracker();
  const readState = holdSidecar(deps.fs, deps.root, () => deps.clock.nowUs() / US_PER_MS);
  return {
    plan: () => planReport(deps),
    run: (options) => runCurator(deps, budget, options),
    maybeRun: (sessionId) => maybeRunCurator(deps, budget, sessionId, readState),
    list: () => listReport(deps),
    rawState: () => rawState(deps),
    explain: (skill) => explainReport(deps, skill),
    pin: (skill) => pinSkill(deps, skill),
    unpin: (skill) => unpinSkill(deps, skill),
    archive: (skill, options) => archiveSkill(deps, skill, options),
    restore: (skillOrId, options) => restoreSkill(deps, skillOrId, options),
    promote: (skill, options) => promoteSkill(deps, skill, options),
    adopt: (skill) => adoptSkill(deps, skill),
    disown: (skill) => disownSkill(deps, skill),
    proposals: () => proposalsReport(deps),
    applyDescription: (skill) => applyDescription(deps, skill),
    undo: (runId) => undoRun(deps, runId),
    pause: () => pauseRoot(deps),
    resume: () => resumeRoot(deps),
    status: () => statusReport(deps),
    history: (options) => historyReport(deps, options),
    doctor: (options) => doctor(deps, options?.resetState === true),
    saveSkill: (input, sessionId) => saveAgentSkill(deps, input, sessionId),
  };
}

function rawState({ fs, root }: CuratorDeps): Outcome<string> {
  const read = readSidecarText(fs, root);
  if (read.kind === "unreadable") return refused("unreadable", read.message);
  return done(read.kind === "missing" ? "{}\n" : read.text);
}

async function doctor(deps: CuratorDeps, reset: boolean): Promise<Outcome<DoctorReport>> {
  if (!reset) return doctorReport(deps);
  const line = await resetState(deps);
  if (!line.ok) return line;
  const report = await doctorReport(deps);
  if (!report.ok) return report;
  const first = { name: "reset-state", ok: true, message: line.value, fix: null };
  return done({ checks: [first, ...report.value.checks] });
}
