import { findPrice, type ModelPrice, sumUsd, type Usd, ZERO_USD } from "../../money/index.ts";
import type { AuxiliaryModel } from "../../ports/auxiliary-model.ts";
import { FileSystemError } from "../../ports/file-system.ts";
import type { Candidate } from "../../selection/candidate.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import { candidateDossier } from "../dossiers.ts";
import { examineCandidate } from "../examine.ts";
import { estimateOfPrepared } from "../judge-candidate.ts";
import { type LibraryView, readLibraryView, selectFrom } from "../library-view.ts";
import { prepareCandidate } from "../prepare-candidate.ts";
import { markPreviewed } from "../preview-mark.ts";
import { done } from "../refusals.ts";
import type { Outcome, PlannedCandidate, PlanReport } from "../skill-curator.ts";
import { takenNamesOf } from "../taken-names.ts";
import { gapNotices } from "./gap-notices.ts";
import { ownershipNotices, viewNotices } from "./notices.ts";

/**
 * The dry run (CONTRACTS 10.5): the selection of an attended run with an upper bound of its cost. No event, no
 * call, no file of the workspace is written; only the mark that a preview was shown, and not even that unless
 * `isRemembered`. Refusals as `readLibraryView`.
 */
export async function planReport(
  deps: CuratorDeps,
  { isRemembered = true }: { readonly isRemembered?: boolean } = {},
): Promise<Outcome<PlanReport>> {
  const read = await readLibraryView(deps);
  if (!read.ok) return read;
  const view = read.value;
  const selection = selectFrom(deps, view, true);
  const estimator = estimatorOf(deps, view);
  const candidates: PlannedCandidate[] = [];
  for (const candidate of selection.candidates) {
    candidates.push(planned(candidate, await estimator.estimate(candidate)));
  }
  return done({
    candidates,
    left_alone: selection.leftAlone,
    estimated_total_usd: sumUsd(candidates.map((one) => one.estimated_cost_usd)),
    truncated: selection.truncated,
    notices: [
      ...viewNotices(deps, view),
      ...(estimator.notice === null ? [] : [estimator.notice]),
      ...ownershipNotices(deps, selection),
      ...(await gapNotices(deps, view)),
      ...(isRemembered ? rememberPreview(deps) : []),
    ],
  });
}

function planned(candidate: Candidate, { costUsd, obstacle }: Estimate): PlannedCandidate {
  const { action, skills, signals, hash } = candidate;
  const reason = obstacle === null ? candidate.reason : `${candidate.reason}; ${obstacle}`;
  return { action, skills, reason, estimated_cost_usd: costUsd, signals, hash };
}

interface Estimate {
  readonly costUsd: Usd;
  /** Why the run will skip this candidate without a call; null when it will not. */
  readonly obstacle: string | null;
}

interface Estimator {
  readonly estimate: (candidate: Candidate) => Promise<Estimate>;
  /** Why there are no estimates; null when there are. */
  readonly notice: string | null;
}

function estimatorOf(deps: CuratorDeps, view: LibraryView): Estimator {
  const free = (notice: string | null): Estimator => ({ estimate: async () => NO_COST, notice });
  const { model, prices } = deps;
  if (model.kind === "none") return free(`no estimates: ${model.message}`);
  if (model.model.free) return free(null);
  const price = findPrice(prices, model.model.id);
  if (price === null) return free(`no estimates: model ${model.model.id} has no price in curator.prices`);
  return { estimate: (candidate) => estimateOf(deps, view, model.model, price, candidate), notice: null };
}

const NO_COST: Estimate = { costUsd: ZERO_USD, obstacle: null };

/** A candidate that cannot be read or sent costs nothing: the run skips it before any call. */
async function estimateOf(
  deps: CuratorDeps,
  view: LibraryView,
  model: AuxiliaryModel,
  price: ModelPrice,
  candidate: Candidate,
): Promise<Estimate> {
  try {
    const examined = examineCandidate(deps, view, candidate);
    if (examined.kind === "changed") return NO_COST;
    const dossier = candidateDossier(candidate, examined.members, takenNamesOf(view));
    const prepared = await prepareCandidate(
      { model, price, secrets: deps.secrets },
      dossier,
      examined.members,
    );
    const obstacle = prepared.kind === "obstacle" ? `${prepared.skipKind}: ${prepared.message}` : null;
    return { costUsd: estimateOfPrepared(prepared), obstacle };
  } catch (error) {
    if (error instanceof FileSystemError) return NO_COST;
    throw error;
  }
}

function rememberPreview({ fs, root }: CuratorDeps): readonly string[] {
  try {
    markPreviewed(fs, root);
    return [];
  } catch (error) {
    if (error instanceof FileSystemError) return [`could not remember this preview: ${error.message}`];
    throw error;
  }
}
