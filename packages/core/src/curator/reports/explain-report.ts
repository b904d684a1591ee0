import { getLiveSkill } from "../acts/manual-act.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import { readLibraryView } from "../library-view.ts";
import { done } from "../refusals.ts";
import type { ExplainReport, Outcome } from "../skill-curator.ts";
import { explainAbsent } from "./explain-absent.ts";
import { explainAdvice } from "./explain-advice.ts";
import { explainLines } from "./explain-lines.ts";
import { subjectOf } from "./explain-subject.ts";

/**
 * Why a run would, or would not, touch one skill: the rules in their order, and what would change the outcome.
 * An archived skill tells where it lies, a skipped file what is wrong with it. Refusal `unknown-skill`, and
 * those of `readLibraryView`.
 */
export async function explainReport(deps: CuratorDeps, name: string): Promise<Outcome<ExplainReport>> {
  const read = await readLibraryView(deps);
  if (!read.ok) return read;
  const view = read.value;
  const live = getLiveSkill(deps, view, name);
  if (!live.ok) {
    const absent = explainAbsent(deps, view, name);
    return absent === null ? live : done(absent);
  }
  const subject = subjectOf(deps, view, live.value);
  return done({
    skill: live.value.name,
    outcome: subject.outcome,
    lines: explainLines(subject),
    advice: explainAdvice(subject),
  });
}
