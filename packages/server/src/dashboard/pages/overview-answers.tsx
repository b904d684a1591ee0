/** @jsxImportSource hono/jsx */
import { sumUsd } from "@metis-curate/core";
import type { PropsWithChildren } from "hono/jsx";
import { Command } from "../components/command.tsx";
import { Instant } from "../components/instant.tsx";
import { SkillLinks } from "../components/skill-links.tsx";
import type { OverviewData } from "../data/dashboard-data.ts";
import { formatCountOf, formatInteger } from "../text/format-number.ts";
import { formatUsd } from "../text/format-usd.ts";
import { shellWord } from "../text/shell-word.ts";
import { actionsText, actionVerb, runOutcome } from "../text/words.ts";
import type { View } from "../view.ts";

interface AnswersProps {
  readonly view: View;
  readonly data: OverviewData;
}

/** The four questions an operator comes with. */
export function OverviewAnswers({ view, data }: AnswersProps) {
  return (
    <section class="answers" aria-label="At a glance">
      <Did view={view} data={data} />
      <Cost data={data} />
      <Next view={view} data={data} />
      <Undo view={view} data={data} />
    </section>
  );
}

interface AnswerProps {
  readonly question: string;
  readonly figure: string;
}

function Answer({ question, figure, children }: PropsWithChildren<AnswerProps>) {
  return (
    <div class="answer">
      <h2>{question}</h2>
      <p class="figure">{figure}</p>
      {children}
    </div>
  );
}

function Did({ view, data }: AnswersProps) {
  const last =
    data.runs.find(({ throttled_reason }) => throttled_reason !== "interval_not_elapsed") ?? data.runs[0];
  if (last === undefined) {
    return (
      <Answer question="What did it do?" figure="Nothing yet">
        <p>No run so far. A preview changes nothing:</p>
        <Command line={`${view.commandLine} --dry-run`} />
      </Answer>
    );
  }
  return (
    <Answer
      question="What did it do?"
      figure={last.actions_total === 0 ? "Nothing" : formatInteger(last.actions_total)}
    >
      <p>
        {last.actions_total > 0 && <>{actionsText(last.actions_by_type)} in </>}
        <a href={view.links.run(last.curator_run_id)}>
          the run of <Instant iso={last.started_at} day />
        </a>
        : {runOutcome(last.throttled_reason, last.ended_early)}.
      </p>
    </Answer>
  );
}

function Cost({ data }: { readonly data: OverviewData }) {
  const { spend, status } = data;
  const total = formatUsd(sumUsd(spend.map(({ usd }) => usd)));
  return (
    <Answer question="What did it cost?" figure={total}>
      <p>
        in {spend.length} days; {formatUsd(status.spend_today_usd)} today of{" "}
        {formatUsd(status.per_day_max_usd)} a day.
      </p>
    </Answer>
  );
}

const NEXT_SHOWN = 2;

function Next({ view, data }: AnswersProps) {
  const candidates = data.next?.candidates ?? [];
  const rest = candidates.length - NEXT_SHOWN;
  return (
    <Answer
      question="What would it do next?"
      figure={candidates.length === 0 ? "Nothing" : formatInteger(candidates.length)}
    >
      {candidates.length === 0 ? (
        <p>{liveSkills(data) === 0 ? "There are no skills yet." : "Every skill is in use or left alone."}</p>
      ) : (
        <ul class="next-list">
          {candidates.slice(0, NEXT_SHOWN).map(({ action, skills }) => (
            <li>
              {actionVerb(action)} <SkillLinks names={skills} links={view.links} />
            </li>
          ))}
          {rest > 0 && (
            <li>
              <a href="#next">and {formatInteger(rest)} more</a>
            </li>
          )}
        </ul>
      )}
      {liveSkills(data) > 0 && <Command line={`${view.commandLine} --dry-run`} />}
    </Answer>
  );
}

function Undo({ view, data: { undoable, status } }: AnswersProps) {
  const archives = status.skills.archived;
  return (
    <Answer
      question="What can I undo?"
      figure={undoable === null ? "Nothing" : formatInteger(countOf(undoable.actions_by_type))}
    >
      {undoable === null ? (
        <p>
          {status.last_curation_at === null ? "No run has changed anything." : "No change of a run is left."}
        </p>
      ) : (
        <>
          <p>
            {actionsText(undoable.actions_by_type)} on <Instant iso={undoable.at} day />. All of it:
          </p>
          <Command line={`${view.commandLine} undo ${shellWord(undoable.run_id)}`} />
        </>
      )}
      {archives > 0 && (
        <>
          <p>
            One of{" "}
            <a href={`${view.links.skills}?show=archived`}>{formatCountOf(archives, "archived skill")}</a>:
          </p>
          <Command line={`${view.commandLine} restore <skill>`} />
        </>
      )}
    </Answer>
  );
}

function countOf(byType: Readonly<Record<string, number>>): number {
  return Object.values(byType).reduce((sum, count) => sum + count, 0);
}

function liveSkills({ status: { skills } }: OverviewData): number {
  return skills.active + skills.stale;
}
