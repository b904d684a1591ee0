import { createCurator, DEFAULT_CONFIG } from "@metis-curate/core";
import { createModel } from "@metis-curate/models";
import {
  billOf,
  carefulAnswers,
  curatorFixture,
  modelServer,
  parseJudgedPrompt,
} from "@metis-curate/testkit";
import { type LibraryMix, largeLibrary } from "../../packages/cli/test/e2e/model/support/large-library.ts";

/** 200 skills, of which 20 are idle, five pairs are for one task, and five fail. */
export const LIBRARY: LibraryMix = { skills: 200, idle: 20, pairs: 5, triples: 0, decayed: 5 };
const PURPOSES = ["archive", "consolidate", "rewrite", "edit"] as const;

/** What the requests of one purpose cost; tokens are means of one request. */
export interface PurposeCost {
  readonly purpose: string;
  readonly calls: number;
  /** The rules, which are the same in every request of the purpose and asked to be cached. */
  readonly rules: number;
  /** Texts of skills, between fences. */
  readonly skills: number;
  /** Counts, tools and headings: the rest of what is sent. */
  readonly facts: number;
  readonly output: number;
  readonly usd: string;
}

export interface MoneyReport {
  readonly purposes: readonly PurposeCost[];
  readonly calls: number;
  readonly usd: string;
  readonly estimateUsd: string;
}

/** Runs once with the default model's prices against the local server, and returns its own books. */
export async function measureMoney(): Promise<MoneyReport> {
  const server = await modelServer({ script: carefulAnswers() });
  try {
    const { deps } = curatorFixture({
      skills: largeLibrary(LIBRARY),
      config: DEFAULT_CONFIG,
      model: createModel(DEFAULT_CONFIG.model, { ANTHROPIC_API_KEY: "test" }, { baseUrl: server.url }),
    });
    const curator = createCurator(deps);
    const plan = await curator.plan();
    if (!plan.ok) throw new Error(plan.refusal.message);
    const run = await curator.run({ trigger: "explicit_cli", yes: true });
    if (!run.ok) throw new Error(run.refusal.message);
    const purposes = PURPOSES.map((purpose) => costOf(purpose, server));
    const usd = server.bill();
    return { purposes, calls: server.ledger.length, usd, estimateUsd: plan.value.estimated_total_usd ?? "0" };
  } finally {
    server.close();
  }
}

function costOf(purpose: string, server: Awaited<ReturnType<typeof modelServer>>): PurposeCost {
  const entries = server.ledger.filter(({ request }) => {
    const sent = server.requests[request];
    return sent !== undefined && parseJudgedPrompt(sent)?.purpose === purpose;
  });
  const sent = entries.flatMap(({ request }) => server.requests[request] ?? []);
  const mean = (values: readonly number[]): number =>
    Math.round(values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length));
  const shares = sent.map(({ system, prompt, inputTokens }) => {
    const total = system.length + prompt.length;
    const fenced = fencedCharacters(prompt);
    const of = (characters: number): number => (inputTokens * characters) / Math.max(1, total);
    return { rules: of(system.length), skills: of(fenced), facts: of(prompt.length - fenced) };
  });
  return {
    purpose,
    calls: entries.length,
    rules: mean(shares.map((share) => share.rules)),
    skills: mean(shares.map((share) => share.skills)),
    facts: mean(shares.map((share) => share.facts)),
    output: mean(entries.map(({ tokens }) => tokens.output)),
    usd: billOf(entries),
  };
}

/** What stands between `<<<untrusted <code>` and `<code> untrusted>>>`. */
function fencedCharacters(prompt: string): number {
  return [...prompt.matchAll(/<<<untrusted ([0-9a-f]+)\n[\s\S]*?\n\1 untrusted>>>/g)].reduce(
    (sum, [text]) => sum + text.length,
    0,
  );
}
