import { expect, test } from "bun:test";
import { runCommandLine } from "./run-command-line.ts";

/** What holds for every command line of a service: text of 80 columns, one JSON document, nothing left open. */
export function testLines(lines: readonly string[]): void {
  test.each(lines)("`%s` prints text within 80 columns and closes what it opened", async (line) => {
    const ran = await runCommandLine(line.split(" "));
    expect(ran.stderr).toBe("");
    expect(ran.exitCode).toBe(0);
    expect(ran.closed).toBe(1);
    for (const text of ran.stdout.split("\n")) expect(text.length).toBeLessThanOrEqual(80);
  });

  test.each(lines)("`%s --json` prints one document and nothing else", async (line) => {
    const ran = await runCommandLine([...line.split(" "), "--json"]);
    expect(ran.stderr).toBe("");
    expect(typeof JSON.parse(ran.stdout)).toBe("object");
  });
}
