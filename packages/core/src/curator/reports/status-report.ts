import type { Usd } from "../../money/index.ts";
import { TraceError } from "../../ports/trace-store.ts";
import { foldCalls, type PaidCall, type RunRecord } from "../../trace/index.ts";
import { isInWindow } from "../../trace/spend.ts";
import { totalCalls } from "../call-totals.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import { nextDueUs } from "../due.ts";
import { type LibraryView, readLibraryView, selectFrom } from "../library-view.ts";
import { done, refused } from "../refusals.ts";
import type { EndedEarly, Outcome, StatusReport } from "../skill-curator.ts";
import { utcDayWindow } from "../utc-day.ts";
import { diskUse } from "./disk-use.ts";
import { gapNotices } from "./gap-notices.ts";
import { describeRoot, listFrom } from "./list-report.ts";
import { countUnfinished, ownershipNotices, viewNotices } from "./notices.ts";
import { proposalNotices } from "./proposals-report.ts";
import { findIsoDate } from "./report-date.ts";

/** Where a root stands: counts, last and next run, money, disk (CONTRACTS 10.6, 10.7). Refusals as `readLibraryView`. */
export async function statusReport(deps: CuratorDeps): Promise<Outcome<StatusReport>> {
  const read = await readLibraryView(deps);
  if (!read.ok) return read;
  const spent = await spentToday(deps, read.value);
  return spent.ok ? done(await statusFrom(deps, read.value, spent.value)) : spent;
}

async function statusFrom(deps: CuratorDeps, view: LibraryView, spentTodayUsd: Usd): Promise<StatusReport> {
  const list = listFrom(deps, view);
  const { config, model, root } = deps;
  const { lastCurationAtUs } = view.history;
  const unattended = selectFrom(deps, view, false);
  const calls = foldCalls(view.history.acts);
  const rows = list.skills;
  const count = (test: (row: (typeof rows)[number]) => boolean): number => rows.filter(test).length;
  return {
    root: describeRoot(root),
    trace: await describeTrace(deps),
    enabled: config.enabled && view.sidecar.disabled !== true,
    paused: view.history.paused || (view.sidecar.paused_at_iso ?? null) !== null,
    model: model.kind === "model" ? model.model.id : `${model.id} (${model.message})`,
    last_curation_at: list.last_curation_at,
    next_due_at: lastCurationAtUs === null ? null : findIsoDate(nextDueUs(lastCurationAtUs, config)),
    last_run: lastRun(view, calls),
    skills: {
      active: count(({ state }) => state === "active" || state === "draft"),
      stale: count(({ state }) => state === "stale"),
      archived: count(({ state }) => state === "archived"),
      pinned: count(({ pinned, state }) => pinned && state !== "archived"),
      touchable: count(({ touchable }) => touchable),
      skipped: list.skipped.length,
    },
    spend_today_usd: spentTodayUsd,
    calls_today: totalCalls(calls.filter(({ atUs }) => isInWindow(atUs, utcDayWindow(view.nowUs)))),
    per_day_max_usd: config.per_day_max_usd,
    ...diskUse(deps),
    unfinished: countUnfinished(deps),
    needs_preview: unattended.massGuarded,
    notices: [
      ...viewNotices(deps, view),
      ...(unattended.massGuarded === 0
        ? []
        : [
            `needs-preview: an automatic run would archive ${unattended.massGuarded} skills at once and archives none; look with ${deps.commandLine} --dry-run, then run it yourself`,
          ]),
      ...ownershipNotices(deps, unattended),
      ...proposalNotices(deps, view, unattended),
      ...(await gapNotices(deps, view)),
    ],
  };
}

async function spentToday({ trace, root }: CuratorDeps, view: LibraryView): Promise<Outcome<Usd>> {
  try {
    return done(await trace.sumCuratorSpend(root.key, utcDayWindow(view.nowUs)));
  } catch (error) {
    if (error instanceof TraceError) return refused("unreadable", error.message);
    throw error;
  }
}

async function describeTrace(deps: CuratorDeps): Promise<StatusReport["trace"]> {
  try {
    const info = await deps.trace.info();
    return { path: info.path, writable: info.writable, events_readable: !deps.isTraceAbsent() };
  } catch (error) {
    if (error instanceof TraceError) return { path: error.message, writable: false, events_readable: false };
    throw error;
  }
}

function lastRun({ history }: LibraryView, calls: readonly PaidCall[]): StatusReport["last_run"] {
  const run: RunRecord | undefined = history.runs.at(-1);
  if (run === undefined) return null;
  return {
    run_id: run.runId,
    throttled_reason: run.throttledReason ?? "unfinished",
    ended_early: earlyEnd(run.endedEarly),
    calls: totalCalls(calls.filter(({ runId }) => runId === run.runId)),
  };
}

const EARLY_ENDS: readonly EndedEarly[] = ["model_errors", "interrupted", "failed", "recovered"];

function earlyEnd(text: string | null): EndedEarly {
  return EARLY_ENDS.find((known) => known === text) ?? null;
}
