/** @jsxImportSource hono/jsx */
import { Absent, Effectiveness } from "../components/effectiveness.tsx";
import { type Fact, Facts } from "../components/facts.tsx";
import { Instant } from "../components/instant.tsx";
import { Line } from "../components/text.tsx";
import type { SkillData } from "../data/dashboard-data.ts";
import { formatCountOf, formatInteger, formatShare } from "../text/format-number.ts";
import { nextText } from "../text/words.ts";

/** The numbers of one skill in a row. */
export function SkillFacts({ data }: { readonly data: SkillData }) {
  const { row } = data;
  const origin = { term: "Origin", value: row.origin.replaceAll("_", " ") };
  const used = {
    term: "Last used",
    value: row.lastLoadedAt === null ? "never" : <Instant iso={row.lastLoadedAt} day />,
  };
  const directory = {
    term: "Directory",
    value: (
      <code>
        <Line text={data.path} />
      </code>
    ),
  };
  if (row.state === "archived") return <Facts facts={[origin, used, directory]} />;
  return (
    <Facts
      facts={[{ term: "Next run", value: nextText(row.reason) }, origin, used, ...numbersOf(data), directory]}
    />
  );
}

function numbersOf({ row, version }: SkillData): readonly Fact[] {
  return [
    { term: "Idle", value: row.idleDays === null ? <Absent /> : formatCountOf(row.idleDays, "day") },
    { term: "Effective", value: <Effectiveness score={row.effectiveness} /> },
    { term: "Failures", value: row.failureRate === null ? <Absent /> : formatShare(row.failureRate) },
    { term: "Tokens", value: row.sizeTokens === null ? <Absent /> : formatInteger(row.sizeTokens) },
    { term: "Rent in a prompt", value: row.rentTokens === null ? <Absent /> : formatInteger(row.rentTokens) },
    { term: "Version", value: version === null ? <Absent /> : <code>{version}</code> },
  ];
}
