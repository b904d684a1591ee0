import { findNearestKey } from "../../config/nearest-key.ts";
import { makeValidEvent } from "../../curator/make-valid-event.ts";
import { done, misused, refused } from "../../curator/refusals.ts";
import type { Outcome } from "../../curator/skill-curator.ts";
import type { IndexRow } from "../../ports/skill-index.ts";
import { TraceError } from "../../ports/trace-store.ts";
import { roundShare } from "../scoring/score-skill.ts";
import {
  FEEDBACK_OUTCOMES,
  type FeedbackOutcome,
  type FeedbackReport,
  type FeedbackRequest,
} from "../skill-matcher.ts";
import { learnRoot } from "../sync/learn-root.ts";
import { refusalOf } from "./fresh-index.ts";
import type { MatchContext } from "./match-task.ts";
import { allRoots, type MatcherDeps, type MatcherRoot } from "./matcher-deps.ts";
import { isSessionId, sessionFault } from "./session-id.ts";
import { storedTask } from "./stored-task.ts";

/**
 * Records how a task went with a skill; the next match knows it (CONTRACTS 13.1, 13.3). Refusals, nothing stored:
 * `invalid-outcome`, `invalid-session`, `unknown-skill`, `unwritable`, and those of a library that cannot be read.
 */
export async function giveFeedback(
  { deps, fresh }: MatchContext,
  request: FeedbackRequest,
): Promise<Outcome<FeedbackReport>> {
  const outcome = FEEDBACK_OUTCOMES.find((one) => one === request.outcome);
  if (outcome === undefined) {
    const shown = JSON.stringify(request.outcome.slice(0, 40));
    return misused(
      "invalid-outcome",
      `outcome ${shown} is none of ${FEEDBACK_OUTCOMES.join(", ")}; nothing was stored`,
    );
  }
  if (request.sessionId !== undefined && !isSessionId(request.sessionId))
    return sessionFault(request.sessionId);
  for (const one of fresh) {
    const freshened = await one.freshen(undefined);
    if (!freshened.ok) return freshened;
  }
  try {
    const found = await findSkill(deps, request.skill.normalize("NFC"));
    if (found === null) return await unknownSkill(deps, request.skill);
    return await recordFeedback(deps, found, request, outcome);
  } catch (error) {
    return refusalOf(error);
  }
}

interface FoundSkillRow {
  readonly place: MatcherRoot;
  readonly row: IndexRow;
}

/** A live skill of the first root that has it, else an archived one: what was used and archived since still counts. */
async function findSkill(deps: MatcherDeps, name: string): Promise<FoundSkillRow | null> {
  const found: FoundSkillRow[] = [];
  for (const place of allRoots(deps)) {
    const [row] = await place.index.findRows([name]);
    if (row !== undefined) found.push({ place, row });
  }
  return found.find(({ row }) => row.state !== "archived") ?? found[0] ?? null;
}

async function unknownSkill(deps: MatcherDeps, name: string): Promise<Outcome<never>> {
  const rows = await Promise.all(allRoots(deps).map(({ index }) => index.rows()));
  const nearest = findNearestKey(
    name.slice(0, 100),
    rows.flat().map((row) => row.name),
  );
  const hint =
    nearest === null ? `see ${deps.main.curator.commandLine} --list` : `did you mean "${nearest}"?`;
  return misused(
    "unknown-skill",
    `no skill ${JSON.stringify(name.slice(0, 100))}; ${hint}; nothing was stored`,
  );
}

async function recordFeedback(
  deps: MatcherDeps,
  { place, row }: FoundSkillRow,
  request: FeedbackRequest,
  outcome: FeedbackOutcome,
): Promise<Outcome<FeedbackReport>> {
  const { curator, index } = place;
  const sessionId = request.sessionId ?? deps.main.curator.ids.next();
  const hasTask = request.task !== undefined && request.task.trim() !== "";
  const task = hasTask
    ? {
        task: await storedTask(
          request.task ?? "",
          deps.config.store_task,
          curator.config.redact,
          curator.secrets,
        ),
      }
    : {};
  const event = makeValidEvent(curator, {
    type: "skill.feedback",
    sessionId,
    payload: { root: curator.root.key, skill_id: row.name, outcome, ...task },
  });
  try {
    await curator.trace.append([event], "full");
  } catch (error) {
    if (error instanceof TraceError) return refused("unwritable", `${error.message}; nothing was stored`);
    throw error;
  }
  await curator.announce([event]);
  await learnRoot(curator, index, await index.rows(), { newestEventId: event.id });
  const [learned] = await index.findRows([row.name]);
  return done({
    skill: row.name,
    outcome,
    effectiveness_before: roundShare(row.effectiveness),
    effectiveness: roundShare(learned?.effectiveness ?? row.effectiveness),
    uses: learned?.uses ?? row.uses,
    session_id: sessionId,
  });
}
