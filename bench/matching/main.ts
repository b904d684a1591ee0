/**
 * Prints what one match costs at several sizes of a library, beside a raw FTS5 query and a raw sqlite-vec query on the
 * same database. `bun bench/matching/main.ts [--skills N,N] [--rounds N] [--dimension N]`; 1,000 and 100,000 by default.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_MATCHING, defaultRanker, findMatches, type SkillIndex, taskTerms } from "@metis-curate/core";
import { openSkillIndex } from "@metis-curate/skill-index";
import { openDatabase } from "@metis-curate/sqlite";
import { getLoadablePath } from "sqlite-vec";
import { madeSkill, madeText, seeded } from "./made-skills.ts";

const BATCH = 1_000;
const TASK_WORDS = 12;
const VECTORS_MAX = 10_000;

const sizes = readOption("--skills", "1000,100000").split(",").map(wholeNumber);
const rounds = wholeNumber(readOption("--rounds", "200"));
const dimension = wholeNumber(readOption("--dimension", "512"));

for (const size of sizes) {
  const directory = mkdtempSync(join(tmpdir(), "metis-bench-"));
  try {
    await benchSize(join(directory, "index.db"), size);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function benchSize(path: string, size: number): Promise<void> {
  const index = openSkillIndex(path, { asideStamp: "bench" });
  const startedMs = performance.now();
  await fill(index, size);
  console.log(`${size} skills indexed in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
  const random = seeded(7);
  const tasks = Array.from({ length: rounds }, () => madeText(random, TASK_WORDS));
  report("match, by words", await timeEach(tasks, (task) => match(index, task)));
  const database = openDatabase(path, { mode: "read-only", timeoutMs: 0, synchronous: "normal" });
  database.loadExtension(getLoadablePath());
  const words = database.prepare(
    "SELECT rowid FROM skills_fts WHERE skills_fts MATCH ? ORDER BY rank LIMIT 64",
  );
  report("raw FTS5 query of the same words", await timeEach(tasks, (task) => words.all(anyOf(task))));
  const vectors = database.prepare(
    "SELECT embedding_no FROM skill_embeddings WHERE embedding MATCH ? AND k = 64",
  );
  const values = new Uint8Array(madeVector(random).buffer);
  report(
    `raw sqlite-vec query, ${Math.min(size, VECTORS_MAX)} vectors`,
    await timeEach(tasks, () => vectors.all(values)),
  );
  database.close();
  index.close();
}

async function fill(index: SkillIndex, size: number): Promise<void> {
  const random = seeded(1);
  for (let start = 0; start < size; start += BATCH) {
    const put = Array.from({ length: Math.min(BATCH, size - start) }, (_, at) =>
      madeSkill(start + at, random),
    );
    const isEmbedded = start < VECTORS_MAX;
    const of = new Map(put.map(({ name }) => [name, [madeVector(random)]]));
    await index.apply({ put, atUs: 0, ...(isEmbedded && { vectors: { model: "bench", dimension, of } }) });
  }
}

function match(index: SkillIndex, task: string): Promise<unknown> {
  return findMatches({
    indexes: [index],
    task: taskTerms(task),
    vector: null,
    ranker: defaultRanker,
    weights: DEFAULT_MATCHING.weights,
    profile: null,
    archived: false,
  });
}

function madeVector(random: () => number): Float32Array {
  return Float32Array.from({ length: dimension }, () => random() - 0.5);
}

function anyOf(task: string): string {
  return taskTerms(task)
    .words.map(({ term }) => `"${term}"`)
    .join(" OR ");
}

interface Times {
  readonly medianMs: number;
  readonly p95Ms: number;
  /** Of the processor, whoever else uses it. */
  readonly cpuMs: number;
}

async function timeEach(tasks: readonly string[], work: (task: string) => unknown): Promise<Times> {
  for (const task of tasks.slice(0, 10)) await work(task);
  const times: number[] = [];
  const before = process.cpuUsage();
  for (const task of tasks) {
    const startedMs = performance.now();
    await work(task);
    times.push(performance.now() - startedMs);
  }
  const { user, system } = process.cpuUsage(before);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? Number.NaN;
  return { medianMs: at(0.5), p95Ms: at(0.95), cpuMs: (user + system) / 1000 / tasks.length };
}

function report(name: string, { medianMs, p95Ms, cpuMs }: Times): void {
  const figures = [medianMs, p95Ms, cpuMs].map((ms) => ms.toFixed(2).padStart(8));
  console.log(`  ${name.padEnd(44)} median ${figures[0]} ms, p95 ${figures[1]} ms, cpu ${figures[2]} ms`);
}

function readOption(name: string, fallback: string): string {
  const at = process.argv.indexOf(name);
  return at < 0 ? fallback : (process.argv[at + 1] ?? "");
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  console.error(`error: "${text}" is not a whole number from 1`);
  process.exit(2);
}
