import { expect, test } from "bun:test";
import { readSourceFiles, withoutComments } from "./source-files.ts";

const ALLOWED_MODULES = /^(?:\.{1,2}\/.*|node:crypto|node:path|valibot|dinero\.js(?:\/.*)?|ulid|yaml|diff)$/;
const WORLD = [
  /\bDate\.now\s*\(/,
  /\bnew Date\s*\(\s*\)/,
  /\bMath\.random\b/,
  /\bprocess\s*[.[]/,
  /\bconsole\s*\./,
  /\bfetch\s*\(/,
  /\bBun\s*\./,
  /\bset(?:Timeout|Interval|Immediate)\s*\(/,
  /\bperformance\s*\./,
  /\brandom(?:UUID|Bytes|Int)\b/,
];
const core = readSourceFiles().filter(({ packageName }) => packageName === "core");

test("core has source files to look at", () => {
  expect(core.length).toBeGreaterThan(100);
});

test("core imports pure libraries and its own files only", () => {
  const strangers = core.flatMap(({ path, imports }) =>
    imports.filter((name) => !ALLOWED_MODULES.test(name)).map((name) => `${path}: ${name}`),
  );
  expect(strangers).toEqual([]);
});

test("core touches no clock, chance, process, console or network", () => {
  const touches = core.flatMap(({ path, text }) =>
    WORLD.filter((pattern) => pattern.test(withoutComments(text))).map((pattern) => `${path}: ${pattern}`),
  );
  expect(touches).toEqual([]);
});

test("the patterns find what they are for", () => {
  const samples = [
    "Date.now()",
    "new Date()",
    "Math.random()",
    "process.env",
    "console.log(1)",
    "fetch('x')",
    "Bun.file",
    "setTimeout(f)",
    "performance.now()",
    "randomUUID()",
  ];
  expect(samples.filter((sample) => !WORLD.some((pattern) => pattern.test(sample)))).toEqual([]);
  expect(ALLOWED_MODULES.test("node:fs")).toBe(false);
});
