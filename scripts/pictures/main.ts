/**
 * Draws `docs/agents/<agent>.svg`: what `init`, `import` and `--list` really print for each agent, on a home that is made
 * for it from our own records.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInProcess } from "../../packages/cli/test/e2e/support/real-cli.ts";
import { HISTORY_CASES, type HistoryCase } from "../../packages/runtimes/test/support/history-cases.ts";
import { makeTree, skillText, type Tree } from "../../packages/runtimes/test/support/tree.ts";
import { drawTerminal } from "./terminal-picture.ts";

const TARGET = join(import.meta.dir, "../../docs/agents");
const LAYOUTS: Readonly<Record<string, string>> = { codex: "agents" };
/** The library as it is when the agent made its skill three weeks before. */
const NOW_MS = Date.parse("2026-11-30T09:00:00Z");

mkdirSync(TARGET, { recursive: true });
const cases = new Map(HISTORY_CASES.toReversed().map((one) => [one.runtime, one] as const));
for (const one of cases.values()) {
  writeFileSync(
    join(TARGET, `${one.runtime}.svg`),
    drawTerminal(`metis-curate init, import and --list for ${one.runtime}`, await session(one)),
  );
  console.log(`docs/agents/${one.runtime}.svg`);
}

async function session(one: HistoryCase): Promise<string> {
  const tree = makeTree();
  try {
    tree.directory("work/.git");
    tree.skill(`${one.skills}/db-migrate`);
    tree.skill(`${one.skills}/made-here`, skillText("made-here"));
    one.write(tree);
    const layout = LAYOUTS[one.runtime] ?? one.runtime;
    const parts = [
      await shown(tree, `init --runtime ${one.runtime} --yes`),
      await shown(tree, `import ${one.runtime}`),
      await shown(tree, `--global --layout ${layout} --list`),
    ];
    return parts.join("\n");
  } finally {
    tree.remove();
  }
}

async function shown(tree: Tree, words: string): Promise<string> {
  const home = tree.at("home");
  const { stdout, stderr } = await runInProcess({ home }, words.split(" "), {
    env: { HOME: home, FORCE_COLOR: "1" },
    columns: 80,
    nowMs: () => NOW_MS,
  });
  const text = (stderr + stdout).replace(/^\n+/, "").replaceAll(home, "~");
  return `\u001b[2m$\u001b[22m \u001b[1mmetis-curate ${words}\u001b[22m\n${text}`;
}
