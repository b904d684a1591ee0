/** @jsxImportSource hono/jsx */
import { ActList } from "../components/act-list.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Page } from "../components/page.tsx";
import { Prose } from "../components/prose.tsx";
import { SkillState } from "../components/skill-state.tsx";
import { Line, TextBlock } from "../components/text.tsx";
import type { SkillData } from "../data/dashboard-data.ts";
import { lineageOf } from "../lineage/lineage-of.ts";
import { LineagePicture } from "../lineage/lineage-picture.tsx";
import { shellWord } from "../text/shell-word.ts";
import type { View } from "../view.ts";
import { SkillActivity } from "./skill-activity.tsx";
import { SkillCommands } from "./skill-commands.tsx";
import { SkillFacts } from "./skill-facts.tsx";

interface SkillPageProps {
  readonly view: View;
  readonly data: SkillData;
}

/** One skill: what it says, how it is used, what it came from and what the curator thinks of it. */
export function SkillPage({ view, data }: SkillPageProps) {
  const { row } = data;
  return (
    <Page view={view} title={row.name} current="skills">
      <header class="headline">
        <h1>
          <Line text={row.name} /> <SkillState row={row} />
        </h1>
        {row.description !== "" && (
          <p class="lede">
            <Line text={row.description} />
          </p>
        )}
      </header>
      <SkillFacts data={data} />
      <Verdict view={view} data={data} />
      <SkillActivity view={view} data={data} />
      <LineageSection view={view} data={data} />
      <Acts view={view} data={data} />
      <SkillCommands view={view} data={data} />
      <Source view={view} data={data} />
    </Page>
  );
}

function Verdict({ view, data }: SkillPageProps) {
  const { why, advice, suggestedDescription, diagnostics } = data;
  return (
    <section aria-labelledby="why">
      <h2 id="why">What the curator thinks</h2>
      <ul class="reasons">
        {why.map((line) => (
          <li>
            <Prose text={line} commandLine={view.commandLine} />
          </li>
        ))}
        {why.length === 0 &&
          diagnostics.map(({ message }) => (
            <li>
              <Line text={message} />
            </li>
          ))}
      </ul>
      {advice.length > 0 && (
        <>
          <h3>What would change that</h3>
          <ul class="reasons">
            {advice.map((line) => (
              <li>
                <Prose text={line} commandLine={view.commandLine} />
              </li>
            ))}
          </ul>
        </>
      )}
      {suggestedDescription !== null && (
        <>
          <h3>A description it suggests</h3>
          <p class="said">
            <Line text={suggestedDescription} />
          </p>
        </>
      )}
    </section>
  );
}

function LineageSection({ view, data }: SkillPageProps) {
  const lineage = lineageOf(data.row.name, data.merges);
  return (
    <section aria-labelledby="lineage">
      <h2 id="lineage">Lineage</h2>
      {lineage.nodes.length === 1 ? (
        <p class="quiet">Nothing was merged into it, and it was merged into nothing.</p>
      ) : (
        <LineagePicture skill={data.row.name} lineage={lineage} links={view.links} />
      )}
    </section>
  );
}

function Acts({ view, data }: SkillPageProps) {
  return (
    <section aria-labelledby="acts">
      <h2 id="acts">Versions and acts</h2>
      {data.history.length === 0 ? (
        <p class="quiet">Nobody has changed it since it was made: this is its first version.</p>
      ) : (
        <ActList view={view} acts={data.history} diffs />
      )}
    </section>
  );
}

function Source({ view, data }: SkillPageProps) {
  return (
    <section aria-labelledby="text">
      <h2 id="text">SKILL.md</h2>
      {data.text === null ? (
        <EmptyState
          what="Its text cannot be read."
          hint="What is known of it, and what to do:"
          command={`${view.commandLine} explain ${shellWord(data.row.name)}`}
        />
      ) : (
        <TextBlock text={data.text} />
      )}
    </section>
  );
}
