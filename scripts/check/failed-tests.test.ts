/** What the check says of a real run of failing tests, and of texts that are none. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrokenFiles, findSilentFiles } from "./broken-files.ts";
import { FAILURE_LINES_MAX, formatFailures } from "./format-failures.ts";
import { decodeCounts, decodeFailedTests, decodeTestFiles, type FailedTest } from "./junit-report.ts";
import { unescapeXml } from "./unescape-xml.ts";

const FILES: Readonly<Record<string, string>> = {
  "fails.test.ts": `import { describe, expect, test } from "bun:test";
describe("outer <x> & y", () => {
  test("says \\"1 > 2\\"", () => { expect({ a: "<1>" }).toEqual({ a: "<2>" }); });
  test("passes", () => {});
  describe("inner", () => {
    test("throws", () => { throw new Error("boom\\nin two lines"); });
  });
});
test("hangs", async () => { await new Promise(() => {}); }, 20);
test.skip("is skipped", () => {});`,
  "crashes.test.ts": `import { test } from "bun:test";
test("dies", () => process.exit(3));`,
  "breaks.test.ts": `throw new Error("no module");`,
  "passes.test.ts": `import { test } from "bun:test";
test("passes", () => {});`,
};

let directory: string;
let xml: string;
let output: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "metis-"));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(directory, name), text);
  const ran = Bun.spawnSync(
    [process.execPath, "test", "--parallel=2", "--dots", "--reporter=junit", "--reporter-outfile=report.xml"],
    { cwd: directory, env: { ...process.env, NO_COLOR: "1" }, stdin: "ignore" },
  );
  output = `${ran.stdout}\n${ran.stderr}`;
  xml = readFileSync(join(directory, "report.xml"), "utf8");
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test("the counts are those of the report", () => {
  expect(decodeCounts(xml)).toEqual({ passed: 2, failed: 4, skipped: 1 });
});

test("each failed test has its file, its line, its groups and its message", () => {
  const failed = new Map(decodeFailedTests(xml).map((one) => [one.name, one]));
  expect([...failed.keys()].sort()).toEqual([
    "(worker crashed)",
    "hangs",
    "outer <x> & y > inner > throws",
    'outer <x> & y > says "1 > 2"',
  ]);
  const unequal = failed.get('outer <x> & y > says "1 > 2"');
  expect(unequal).toMatchObject({ file: "fails.test.ts", line: 3 });
  expect(unequal?.message).toContain('+   "a": "<1>",');
  expect(unequal?.message).toMatch(/at fails\.test\.ts:3:\d+$/);
  expect(failed.get("outer <x> & y > inner > throws")?.message).toContain("Error: boom\nin two lines");
  expect(failed.get("hangs")).toMatchObject({ line: 9, message: "test timed out" });
  expect(failed.get("(worker crashed)")).toMatchObject({ file: "crashes.test.ts", line: null });
});

test("a file that breaks outside of its tests is found in the output", () => {
  const [broken, ...others] = findBrokenFiles(output, Object.keys(FILES));
  expect(others).toEqual([]);
  expect(broken).toMatchObject({ file: "breaks.test.ts", line: null });
  expect(broken?.message).toContain("error: no module");
});

test("its file is the one that its stack names, then the one in the headline", () => {
  const rule = "-".repeat(31);
  const text = (stack: string) =>
    ["", "a.test.ts:", "..", "# Unhandled error between tests", rule, "error: no", stack, rule].join("\n");
  const fileOf = (stack: string) => findBrokenFiles(text(stack), ["b.test.ts"])[0]?.file;
  expect(fileOf("at /x/b.test.ts:1:2")).toBe("b.test.ts");
  expect(fileOf("at /x/bb.test.ts:1:2")).toBe("a.test.ts");
  expect(findBrokenFiles("# Unhandled error between tests", [])[0]?.message).toBe("");
});

test("a file that nobody speaks of is found", () => {
  const files = [...Object.keys(FILES), "silent.test.ts"];
  const silent = findSilentFiles(files, decodeTestFiles(xml), findBrokenFiles(output, files));
  expect(silent.map(({ file }) => file)).toEqual(["silent.test.ts"]);
});

test("what failed is told with file and line, then the message", () => {
  const told = formatFailures(
    [{ name: "types", ok: false, output: "a\nTS2322: no\n" }],
    decodeFailedTests(xml),
  );
  expect(told).toStartWith("== failed\n(failed) step types\n  a\n  TS2322: no\n(failed) ");
  expect(told).toContain(
    "(failed) fails.test.ts:6 outer <x> & y > inner > throws\n  Error: boom\n  in two lines\n",
  );
  expect(told).toContain("(failed) crashes.test.ts (worker crashed)\n  worker process crashed");
});

test("nothing failed, nothing told", () => {
  expect(formatFailures([], [])).toBe("");
});

test("a long message keeps its start and its end", () => {
  const message = Array.from({ length: 100 }, (_, at) => `line ${at}`).join("\n");
  const long: FailedTest = { file: "a.test.ts", line: 1, name: "long", message };
  const lines = formatFailures([], [long]).split("\n").slice(2);
  expect(lines).toHaveLength(FAILURE_LINES_MAX);
  expect(lines[0]).toBe("  line 0");
  expect(lines.at(-1)).toBe("  line 99");
  expect(lines).toContain(`  (${100 - FAILURE_LINES_MAX + 1} lines left out)`);
});

describe("what is no report", () => {
  test.each(["", "<testsuites>", "<testsuites tests='1'>", '<testsuites tests="x" failures="0">'])(
    "%j",
    (text) => {
      expect(decodeCounts(text)).toBeNull();
      expect(decodeFailedTests(text)).toEqual([]);
    },
  );

  test("a report that was cut off tells what it has", () => {
    const cut = xml.slice(0, xml.indexOf("</testcase>") + "</testcase>".length);
    expect(decodeFailedTests(cut)).toHaveLength(1);
  });
});

test.each([
  ["&lt;a href=&quot;x&quot;&gt; &amp;amp; &apos;", `<a href="x"> &amp; '`],
  ["a&#10;b&#x41;&#128512;", "a\nbA\u{1f600}"],
  ["&nbsp; &#1114112; & &;", "&nbsp; &#1114112; & &;"],
])("%j is %j", (escaped, text) => {
  expect(unescapeXml(escaped)).toBe(text);
});
