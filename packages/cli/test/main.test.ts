import { expect, test } from "bun:test";
import { join } from "node:path";

const MAIN = join(import.meta.dir, "..", "src", "main.ts");

function runMain(...words: readonly string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, MAIN, ...words], {
    env: { ...process.env, NO_COLOR: "1" },
  });
  return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
}

test("the program prints its version", () => {
  const { version } = require("../package.json") as { version: string };
  expect(runMain("--version")).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: "" });
});

test("the program ends with the exit code of the command line", () => {
  const { exitCode, stdout, stderr } = runMain("no-such-directory", "pin", "x");
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
  expect(stderr).toBe("error: no directory 'no-such-directory': name the workspace, or . for this one\n");
});
