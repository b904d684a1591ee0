import type { PairReport } from "./pair-figures.ts";
import type { RoutingFigures } from "./routing-figures.ts";

export interface QualityReport {
  readonly embedder: string;
  /** Why there are no vectors; null when there are. */
  readonly hint: string | null;
  readonly routing: readonly RoutingTable[];
  readonly pairs: PairReport | null;
}

export interface RoutingTable {
  readonly set: string;
  readonly skills: number;
  readonly methods: Readonly<Record<string, RoutingFigures>>;
}

/** Returns the tables as text. */
export function formatQuality({ embedder, hint, routing, pairs }: QualityReport): string {
  const lines = [`embedder ${embedder}${hint === null ? "" : `: ${hint}`}`];
  for (const table of routing) lines.push("", ...routingLines(table));
  if (pairs !== null) lines.push("", ...pairLines(pairs));
  return `${lines.join("\n")}\n`;
}

function routingLines({ set, skills, methods }: RoutingTable): readonly string[] {
  const tasks = Object.values(methods)[0]?.tasks ?? 0;
  const head = ["matched by", "hit@1", "±", "hit@3", "MRR", "AUC", "false gaps", "found gaps"];
  const rows = Object.entries(methods).map(([name, figures]) => [
    name,
    ...[figures.hit1, figures.hit1Error, figures.hit3, figures.mrr, figures.auc].map(share),
    share(figures.falseGaps),
    share(figures.foundGaps),
  ]);
  return [`${set}: ${tasks} tasks, ${skills} skills`, ...tableLines([head, ...rows])];
}

function pairLines(report: PairReport): readonly string[] {
  const head = [
    "near-duplicates by",
    "pairs",
    "precision",
    "recall",
    "F1",
    "clustered",
    "precision",
    "recall",
  ];
  const rows = Object.entries(report.rules).map(([name, { pairs, precision, recall, f1, clustered }]) => [
    name,
    String(pairs),
    ...[precision, recall, f1].map(share),
    String(clustered.pairs),
    ...[clustered.precision, clustered.recall].map(share),
  ]);
  const disputed = report.disputed.map(
    ({ a, b, labelled, share: phrases }) =>
      `  ${labelled ? "labelled, not found" : "found, not labelled"}  ${share(phrases)}  ${a} + ${b}`,
  );
  return [
    `${report.labelled} labelled pairs of ${report.skills} skills`,
    ...tableLines([head, ...rows]),
    `hybrid evidence: recall ${share(report.hybridRecallAtPrecision90)} at precision 0.9`,
    `${disputed.length} disputed pairs, with the share of common phrases`,
    ...disputed,
  ];
}

function share(value: number | null): string {
  return value === null ? "-" : value.toFixed(3);
}

function tableLines(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  "),
  );
}
