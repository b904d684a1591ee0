import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { DATA_LANGUAGES, findDataFault } from "./support/data-blocks.ts";
import { createDocWorld } from "./support/doc-world.ts";
import { type Block, extractBlocks, type Page, readPages, whyNotRun } from "./support/read-pages.ts";
import { findDifference } from "./support/same-output.ts";
import { readShellLines } from "./support/shell-lines.ts";
import { type TypescriptBlocks, writeTypescriptBlocks } from "./support/typescript-blocks.ts";

/** A compiler and a dozen programs, on a machine that may be busy. */
const TIMEOUT_MS = 120_000;

const pages = readPages();
const written = pages.flatMap(({ blocks }) => blocks).filter(({ isGenerated }) => !isGenerated);
const run = written.filter((block) => whyNotRun(block) === null);
const typescript = run.filter(({ language }) => language === "ts");

let typescriptBlocks: TypescriptBlocks | null = null;

beforeAll(() => {
  typescriptBlocks = writeTypescriptBlocks(typescript);
});

afterAll(() => {
  typescriptBlocks?.dispose();
  const notRun = written.filter((block) => whyNotRun(block) !== null);
  const lines = notRun.map((block) => `  ${block.place}: ${whyNotRun(block)}`);
  console.log(`documentation: ${run.length} blocks proved, ${notRun.length} not run:\n${lines.join("\n")}`);
});

test("a block that is not run says why", () => {
  const silent = written.filter((block) => (whyNotRun(block)?.length ?? Number.POSITIVE_INFINITY) < 8);
  expect(silent.map(({ place }) => place)).toEqual([]);
});

test("every block is of a kind that is proved", () => {
  const kinds = new Set(["sh", "ts", "text", ...DATA_LANGUAGES]);
  expect(run.filter(({ language }) => !kinds.has(language)).map(({ place }) => place)).toEqual([]);
});

test("no command line of ours hides in a block that is not run", () => {
  const hidden = run.filter(
    ({ language, mark, text }) =>
      language === "text" && mark?.name !== "output" && /^(?:\$ )?(?:bunx |npx )?metis-curate /m.test(text),
  );
  expect(hidden.map(({ place }) => place)).toEqual([]);
});

test("data can be read by what it is for", () => {
  const data = run.filter(({ language }) => DATA_LANGUAGES.has(language));
  const faults = data.flatMap((block) => {
    const fault = findDataFault(block);
    return fault === null ? [] : [`${block.place}: ${fault}`];
  });
  expect(faults).toEqual([]);
});

test(
  "TypeScript type-checks",
  () => {
    expect(typescriptBlocks?.check()).toBe("");
  },
  TIMEOUT_MS,
);

describe("command lines and programs run, in the order of their page, and write what is shown", () => {
  const runnable = pages.filter(({ blocks }) => blocks.some(isRunnable));
  test.each(runnable.map((page) => [page.path, page] as const))(
    "%s",
    async (_path, page) => provePage(page),
    TIMEOUT_MS,
  );
});

function isRunnable(block: Block): boolean {
  return !block.isGenerated && whyNotRun(block) === null && ["sh", "ts"].includes(block.language);
}

async function provePage(page: Page): Promise<void> {
  const world = await createDocWorld();
  try {
    let output: string | null = null;
    for (const block of page.blocks.filter(({ isGenerated }) => !isGenerated)) {
      if (whyNotRun(block) !== null) output = null;
      else if (block.language === "sh") {
        output = await world.runBlock(block).catch((error) => {
          throw new Error(`${block.place}: ${error instanceof Error ? error.message : error}`);
        });
      } else if (block.language === "ts") output = (await typescriptBlocks?.run(block, world)) ?? null;
      else if (block.mark?.name === "output") {
        expect({
          [block.place]:
            output === null ? "nothing ran before it" : findDifference(block.text, output, world.home),
        }).toEqual({ [block.place]: null });
      }
    }
  } finally {
    world.dispose();
  }
}

describe("how blocks are read", () => {
  test("a fence inside a longer fence is text, and a mark belongs to the next line alone", () => {
    const text =
      "<!-- not run: a reason -->\n````md\n```sh\nx\n```\n````\n<!-- exit: 2 -->\n\n```sh\nmetis-curate\n```\n";
    expect(extractBlocks("a.md", text).map(({ language, mark }) => [language, mark?.name ?? null])).toEqual([
      ["md", "not run"],
      ["sh", null],
    ]);
  });

  test("comments and continued lines", () => {
    const lines = readShellLines(
      '# only a comment\nbunx metis-curate . pin deploy   # keep it\nmetis-curate match "a # b" \\\n  --json\nls | wc -l\n',
    );
    expect(lines.map(({ words }) => words)).toEqual([
      [".", "pin", "deploy"],
      ["match", "a # b", "--json"],
      null,
    ]);
  });

  test("ids, dates, durations and line breaks do not count, other words do", () => {
    const home = "/tmp/x";
    const actual = "run 01M8R79JKZB751JH6KDJAYW683 in 36 ms\n  at /tmp/x/code on 2026-12-01";
    expect(
      findDifference("run 01AAAAAAAAAAAAAAAAAAAAAAAA in 2.5 s at ~/code on 2025-01-01", actual, home),
    ).toBeNull();
    expect(findDifference("run\n…\non 2025-01-01", actual, home)).toBeNull();
    expect(findDifference("run 01AAAAAAAAAAAAAAAAAAAAAAAA twice", actual, home)).toContain("but it is");
  });
});
