/** @jsxImportSource hono/jsx */
import type { Column } from "../components/data-table.tsx";
import { Absent, Effectiveness } from "../components/effectiveness.tsx";
import { Instant } from "../components/instant.tsx";
import { SkillState } from "../components/skill-state.tsx";
import { Sparkline } from "../components/sparkline.tsx";
import { Line } from "../components/text.tsx";
import type { SkillRow } from "../data/dashboard-data.ts";
import { isAboutToChange } from "../query/skills-table.ts";
import { formatInteger, formatShare } from "../text/format-number.ts";
import { nextText } from "../text/words.ts";
import type { View } from "../view.ts";

/** The columns of the skills table. */
export function skillColumns({ links }: View): readonly Column<SkillRow>[] {
  return [
    {
      label: "Skill",
      sort: "name",
      cell: (row) => (
        <>
          <a class="skill-name" href={links.skill(row.name)}>
            <Line text={row.name} />
          </a>
          {row.description !== "" && (
            <span class="about">
              <Line text={row.description} />
            </span>
          )}
        </>
      ),
    },
    { label: "State", sort: "state", cell: (row) => <SkillState row={row} /> },
    { label: "Origin", sort: "origin", from: "huge", cell: (row) => row.origin.replaceAll("_", " ") },
    { label: "Loads", sort: "loads", numeric: true, cell: (row) => <Loads row={row} /> },
    {
      label: "Last used",
      sort: "used",
      from: "medium",
      cell: (row) => (row.lastLoadedAt === null ? <Absent /> : <Instant iso={row.lastLoadedAt} day />),
    },
    {
      label: "Effective",
      sort: "effectiveness",
      numeric: true,
      from: "wide",
      cell: (row) => <Effectiveness score={row.effectiveness} />,
    },
    {
      label: "Failures",
      sort: "failures",
      numeric: true,
      from: "wide",
      cell: (row) => (row.failureRate === null ? <Absent /> : formatShare(row.failureRate)),
    },
    { label: "Tokens", sort: "size", numeric: true, from: "wide", cell: (row) => integer(row.sizeTokens) },
    { label: "Rent", sort: "rent", numeric: true, from: "huge", cell: (row) => integer(row.rentTokens) },
    { label: "Next run", sort: "next", from: "medium", cell: (row) => <NextStep row={row} /> },
  ];
}

function Loads({ row }: { readonly row: SkillRow }) {
  return (
    <span class="loads">
      <Sparkline values={row.weeks.map(({ loads }) => loads)} />
      <span>{formatInteger(row.loads)}</span>
    </span>
  );
}

function integer(value: number | null) {
  return value === null ? <Absent /> : formatInteger(value);
}

function NextStep({ row }: { readonly row: SkillRow }) {
  if (row.state === "archived") return <Absent />;
  if (isAboutToChange(row)) return <strong class="next">{nextText(row.reason)}</strong>;
  return <span class="quiet">{nextText(row.reason)}</span>;
}
