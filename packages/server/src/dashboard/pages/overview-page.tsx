/** @jsxImportSource hono/jsx */
import { Command } from "../components/command.tsx";
import { Instant } from "../components/instant.tsx";
import { Page } from "../components/page.tsx";
import { Prose } from "../components/prose.tsx";
import { Line } from "../components/text.tsx";
import type { OverviewData } from "../data/dashboard-data.ts";
import { formatCountOf } from "../text/format-number.ts";
import { formatDistance } from "../text/format-when.ts";
import type { View } from "../view.ts";
import { OverviewActs } from "./overview-acts.tsx";
import { OverviewAnswers } from "./overview-answers.tsx";
import { OverviewCharts } from "./overview-charts.tsx";
import { OverviewNext } from "./overview-next.tsx";

interface OverviewPageProps {
  readonly view: View;
  readonly data: OverviewData;
}

/** At a glance: what it did, what it cost, what it would do next, what can be undone, and how. */
export function OverviewPage({ view, data }: OverviewPageProps) {
  return (
    <Page view={view} title="Overview" current="overview">
      <Headline view={view} data={data} />
      <OverviewAnswers view={view} data={data} />
      <Notices view={view} data={data} />
      <OverviewCharts view={view} data={data} />
      <div class="columns">
        <OverviewNext view={view} data={data} />
        <OverviewActs view={view} data={data} />
      </div>
    </Page>
  );
}

function Headline({ view, data }: OverviewPageProps) {
  const { skills, last_curation_at: last, next_due_at: next, model } = data.status;
  return (
    <header class="headline">
      <h1>
        <a href={view.links.skills}>{formatCountOf(skills.active + skills.stale, "live skill")}</a>
        <span class="headline-rest">
          {skills.stale} stale, {skills.archived} archived, {skills.pinned} pinned
        </span>
      </h1>
      <p class="lede">
        {last === null ? (
          "Never curated."
        ) : (
          <>
            Last curated <Instant iso={last} day /> ({formatDistance(last, view.nowMs)}).
          </>
        )}{" "}
        {next !== null && (
          <>
            Next due <Instant iso={next} day /> ({formatDistance(next, view.nowMs)}).
          </>
        )}{" "}
        Model: <Line text={model} />.
      </p>
      <Standing view={view} data={data} />
    </header>
  );
}

/** Why no run comes, where none does. */
function Standing({ view, data: { status } }: OverviewPageProps) {
  if (!status.enabled) {
    return <p class="lede">The curator is disabled here, by curator.enabled or by state.json.</p>;
  }
  if (!status.paused) return null;
  return (
    <p class="lede">
      The curator is paused here. To go on: <Command line={`${view.commandLine} resume`} />
    </p>
  );
}

function Notices({ view, data }: OverviewPageProps) {
  const { notices } = data.status;
  if (notices.length === 0) return null;
  return (
    <section class="notices" aria-labelledby="notices">
      <h2 id="notices">To know</h2>
      <ul>
        {notices.map((line) => (
          <li>
            <Prose text={line} commandLine={view.commandLine} />
          </li>
        ))}
      </ul>
    </section>
  );
}
