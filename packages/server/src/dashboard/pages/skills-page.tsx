/** @jsxImportSource hono/jsx */
import { DataTable } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Page } from "../components/page.tsx";
import { Pager, TableControls, TableCount } from "../components/table-controls.tsx";
import { Line } from "../components/text.tsx";
import type { SkillsData } from "../data/dashboard-data.ts";
import { selectRows } from "../query/select-rows.ts";
import { SKILL_FILTER_NAMES, SKILL_RULES, SKILLS_OFFER } from "../query/skills-table.ts";
import type { TableQuery } from "../query/table-query.ts";
import { formatCountOf } from "../text/format-number.ts";
import type { View } from "../view.ts";
import { skillColumns } from "./skill-columns.tsx";

interface SkillsPageProps {
  readonly view: View;
  readonly data: SkillsData;
  readonly query: TableQuery;
}

/** Every skill: what it is used for, what it costs in each prompt, what the next run would do with it. */
export function SkillsPage({ view, data, query }: SkillsPageProps) {
  return (
    <Page view={view} title="Skills" current="skills">
      <header class="headline">
        <h1>Skills</h1>
        <p class="lede">
          Loads are those of the last twelve weeks. Tokens are the size of the body; rent is what the skill's
          line takes in every prompt, used or not.
        </p>
      </header>
      {data.skills.length === 0 ? (
        <EmptyState
          what="No skills here yet."
          hint={`Skills are directories with a SKILL.md below ${data.root.path}. What was found, and why it is none:`}
          command={`${view.commandLine} --list`}
        />
      ) : (
        <SkillsTable view={view} data={data} query={query} />
      )}
      <SkippedFiles data={data} />
    </Page>
  );
}

function SkillsTable({ view, data, query }: SkillsPageProps) {
  const selected = selectRows(data.skills, query, SKILL_RULES);
  return (
    <>
      <TableControls
        query={query}
        offer={SKILLS_OFFER}
        label="Search skills"
        filterLabel="Show"
        filterNames={SKILL_FILTER_NAMES}
      />
      <div data-table>
        <TableCount matches={selected.matches} total={selected.total} noun="skill" />
        {selected.matches === 0 ? (
          <EmptyState what="No skill matches." hint="Search for fewer words, or show all." />
        ) : (
          <DataTable
            caption="Skills with their use, size and what the next run would do"
            columns={skillColumns(view)}
            rows={selected.rows}
            query={query}
            offer={SKILLS_OFFER}
          />
        )}
        <Pager query={query} offer={SKILLS_OFFER} page={selected.page} pages={selected.pages} />
      </div>
    </>
  );
}

const SKIPPED_MAX = 50;

function SkippedFiles({ data }: { readonly data: SkillsData }) {
  const { skipped } = data;
  if (skipped.length === 0) return null;
  return (
    <section aria-labelledby="skipped">
      <h2 id="skipped">{formatCountOf(skipped.length, "file")} that cannot be loaded</h2>
      <ul class="files">
        {skipped.slice(0, SKIPPED_MAX).map(({ path, message }) => (
          <li>
            <code>
              <Line text={path} />
            </code>{" "}
            <span class="quiet">
              <Line text={message} />
            </span>
          </li>
        ))}
      </ul>
      {skipped.length > SKIPPED_MAX && (
        <p class="note">and {formatCountOf(skipped.length - SKIPPED_MAX, "file")} more</p>
      )}
    </section>
  );
}
