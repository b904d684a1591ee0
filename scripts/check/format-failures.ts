/** The end of a failed check: what failed, so that a log with a hole in it still says so. */
import type { FailedTest } from "./junit-report.ts";
import type { Ran } from "./run-command.ts";

/** More lines of one failure are cut in the middle: its start says what, its end says where. */
export const FAILURE_LINES_MAX = 30;
const LAST_LINES = 8;

/** Every failed step with the end of its output and every failed test with its message; empty for none. */
export function formatFailures(failedSteps: readonly Ran[], tests: readonly FailedTest[]): string {
  const blocks = [
    ...failedSteps.map(({ name, output }) => block(`step ${name}`, lastLines(output))),
    ...tests.map((test) => block(titleOf(test), cutLines(test.message))),
  ];
  return blocks.length === 0 ? "" : ["== failed", ...blocks].join("\n");
}

function titleOf({ file, line, name }: FailedTest): string {
  return `${line === null ? file : `${file}:${line}`} ${name}`;
}

function block(title: string, lines: readonly string[]): string {
  return [`(failed) ${title}`, ...lines.map((line) => `  ${line}`.trimEnd())].join("\n");
}

function cutLines(text: string): readonly string[] {
  const lines = linesOf(text);
  if (lines.length <= FAILURE_LINES_MAX) return lines;
  const first = FAILURE_LINES_MAX - LAST_LINES - 1;
  const left = lines.length - first - LAST_LINES;
  return [...lines.slice(0, first), `(${left} lines left out)`, ...lines.slice(-LAST_LINES)];
}

function lastLines(text: string): readonly string[] {
  return linesOf(text).slice(-FAILURE_LINES_MAX);
}

function linesOf(text: string): readonly string[] {
  return text.trim() === "" ? [] : text.trim().split("\n");
}
