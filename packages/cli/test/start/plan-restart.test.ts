import { expect, test } from "bun:test";
import { planRestart } from "../../src/start/plan-restart.ts";

const ISOLATED = ["--no-env-file", "--config=/dev/null", "--no-install"];

test("a plain start is done again with all three flags", () => {
  expect(planRestart([])).toEqual(ISOLATED);
});

test("the flags of the program's first line are enough", () => {
  expect(planRestart(ISOLATED)).toBeNull();
});

test("what the operator asked of bun stays, a config file of theirs too", () => {
  expect(planRestart(["--smol", "--config=mine.toml"])).toEqual([
    "--smol",
    "--config=mine.toml",
    "--no-env-file",
    "--no-install",
  ]);
  expect(planRestart(["-c", "mine.toml", ...ISOLATED])).toBeNull();
  expect(planRestart(["--env-file=mine.env"])).toEqual(["--env-file=mine.env", ...ISOLATED]);
});

test("a directory that was changed to is not changed to again", () => {
  expect(planRestart(["--cwd", "ws", "--smol"])).toEqual(["--smol", ...ISOLATED]);
  expect(planRestart(["--cwd=ws"])).toEqual(ISOLATED);
});
