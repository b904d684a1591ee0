/** Test files that broke without a test: these are in the runner's output, never in its report. */
import type { FailedTest } from "./junit-report.ts";

const HEAD = /^(\S+\.test\.tsx?):$/;
const BREAK = "# Unhandled error between tests";
const RULE = /^-{5,}$/;

/**
 * Each "unhandled error between tests" of the runner's output. Its file is that of `files` which its stack names, else
 * the one in the last headline: beside a second worker that may be another's.
 */
export function findBrokenFiles(output: string, files: readonly string[]): readonly FailedTest[] {
  const broken: FailedTest[] = [];
  let headline = "(unknown file)";
  const lines = output.split("\n");
  for (const [at, line] of lines.entries()) {
    headline = HEAD.exec(line)?.[1] ?? headline;
    if (line !== BREAK) continue;
    const from = at + 2;
    const length = lines.slice(from).findIndex((next) => RULE.test(next));
    const message = lines.slice(from, length < 0 ? undefined : from + length).join("\n");
    const file = files.find((one) => message.includes(`/${one}`)) ?? headline;
    broken.push({ file, line: null, name: "(outside of its tests)", message: message.trim() });
  }
  return broken;
}

/** Each of `files` that the report says nothing of and that `broken` does not explain. */
export function findSilentFiles(
  files: readonly string[],
  reported: ReadonlySet<string>,
  broken: readonly FailedTest[],
): readonly FailedTest[] {
  const known = new Set([...reported, ...broken.map(({ file }) => file)]);
  return files
    .filter((file) => !known.has(file))
    .map((file) => ({ file, line: null, name: "(no test ran)", message: "" }));
}
