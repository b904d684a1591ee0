/**
 * Prints how well tasks find their skills and how well near-duplicates are found, on labelled data.
 * `bun run bench:quality --data <directory> [--every N] [--embedder use-lite] [--json]`. The directory holds
 * `routing/` (metatool-tools.json, metatool-queries.tsv, library/, intents.json) and `evolved-library/` (skills.json,
 * skills/); a part that is not there is left out. Of the MetaTool queries every N-th is asked, by default every tenth.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Embedder } from "@metis-curate/core";
import { createEmbedder } from "@metis-curate/models";
import { pairReport } from "./pair-figures.ts";
import { readFamilies } from "./read-families.ts";
import { type RoutingSet, readIntents, readMetaTool } from "./read-routing.ts";
import { routeTasks } from "./route-tasks.ts";
import { routingFigures } from "./routing-figures.ts";
import { formatQuality, type QualityReport, type RoutingTable } from "./write-report.ts";

const EVERY_DEFAULT = "10";

interface Options {
  readonly data: string;
  readonly every: number;
  readonly embedder: string;
  readonly isJson: boolean;
}

const options = readOptions();
const report = await measure(options);
process.stdout.write(options.isJson ? `${JSON.stringify(report, null, 2)}\n` : formatQuality(report));

function readOptions(): Options {
  try {
    const { values } = parseArgs({
      options: {
        data: { type: "string" },
        every: { type: "string", default: EVERY_DEFAULT },
        embedder: { type: "string", default: "use-lite" },
        json: { type: "boolean", default: false },
      },
    });
    const { data, every, embedder, json } = values;
    if (data === undefined || !existsSync(data))
      return refuse("--data needs the directory of the labelled data");
    if (!/^[1-9]\d{0,5}$/.test(every)) return refuse(`--every needs a whole number from 1, not "${every}"`);
    return { data, every: Number(every), embedder, isJson: json };
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

function refuse(message: string): never {
  console.error(`error: ${message}`);
  process.exit(2);
}

async function measure({ data, every, embedder: id }: Options): Promise<QualityReport> {
  const chosen = createEmbedder(id, process.env);
  const { embedder, hint } =
    chosen.kind === "none" ? { embedder: null, hint: chosen.message } : await tried(chosen.embedder);
  const routing: RoutingTable[] = [];
  for (const set of routingSets(join(data, "routing"), every)) routing.push(await table(set, embedder));
  const evolved = join(data, "evolved-library");
  const pairs = existsSync(join(evolved, "skills.json")) ? pairReport(readFamilies(evolved)) : null;
  return { embedder: id, hint, routing, pairs };
}

/** The embedder if it works here, or why not. */
async function tried(embedder: Embedder) {
  const answer = await embedder.embed(["a text"], "query");
  return answer.kind === "vectors" ? { embedder, hint: null } : { embedder: null, hint: answer.message };
}

function routingSets(directory: string, every: number): readonly RoutingSet[] {
  const has = (name: string): boolean => existsSync(join(directory, name));
  return [
    ...(has("metatool-tools.json") ? [readMetaTool(directory, every)] : []),
    ...(has("intents.json") ? [readIntents(directory)] : []),
  ];
}

async function table(set: RoutingSet, embedder: Embedder | null): Promise<RoutingTable> {
  const answers = await routeTasks(set, embedder);
  const methods = [...answers].map(([name, routed]) => [name, routingFigures(set.tasks, routed)] as const);
  return { set: set.name, skills: set.skills.length, methods: Object.fromEntries(methods) };
}
