import { expect } from "bun:test";
import { linesOf, type Ran } from "../support/real-cli.ts";

/** Commands that change something. */
export const ACTS: readonly (readonly string[])[] = [
  ["pin", "fresh-thing"],
  ["archive", "old-thing"],
  ["adopt", "by-hand"],
  ["pause"],
  ["--model", "rules", "--yes"],
];

/** Commands that only look. */
export const LOOKS: readonly (readonly string[])[] = [
  ["--list"],
  ["--dry-run"],
  ["status"],
  ["history"],
  ["explain", "old-thing"],
];

/** A failure of whatever kind: a code of CONTRACTS 11, one line that says why, and no word of the inside. */
export function expectMannered({ exitCode, stderr, stdout }: Ran, where: string): void {
  expect([0, 1, 2, 3, 130], `${where}: ${stderr}`).toContain(exitCode);
  expect(stderr + stdout, where).not.toMatch(/internal error|^ {4}at |undefined|\[object/m);
  const errors = linesOf(stderr).filter((line) => line.startsWith("error: "));
  expect(errors.length, `${where}: ${exitCode} ${stderr}`).toBeLessThanOrEqual(1);
  if (exitCode === 2 || exitCode === 3) expect(errors, `${where}: ${stderr}`).toHaveLength(1);
  // A run that failed half way says so in its report.
  if (exitCode === 1) expect(stderr + stdout, where).toMatch(/error|fail/i);
}

/** As `expectMannered`, for a command that must not work. */
export function expectRefused(ran: Ran, where: string): void {
  expectMannered(ran, where);
  expect([1, 3], `${where}: ${ran.stderr}${ran.stdout}`).toContain(ran.exitCode);
}
