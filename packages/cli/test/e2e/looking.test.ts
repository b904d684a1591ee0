import { afterEach, beforeEach, expect, test } from "bun:test";
import { smallLibrary } from "./support/libraries.ts";
import { type Ran, runInProcess } from "./support/real-cli.ts";
import { createSandbox, type Sandbox } from "./support/sandbox.ts";

let box: Sandbox;

beforeEach(async () => {
  box = createSandbox();
  await box.addLibrary({ skills: smallLibrary() });
  await ws("pin", "old-thing");
});

afterEach(() => box.dispose());

const ws = (...argv: readonly string[]): Promise<Ran> => runInProcess(box, ["ws", ...argv]);
const LOOKS = [["--list"], ["--dry-run"], ["status"], ["explain", "old-thing"], ["history"]];

test("looking changes no byte and leaves no event", async () => {
  const before = box.dump();
  const events = box.events();
  for (const argv of LOOKS) expect((await ws(...argv)).exitCode, argv.join(" ")).toBe(0);
  expect(box.dump()).toEqual(before);
  expect(box.events()).toEqual(events);
});

test("looking at a damaged state answers and repairs nothing", async () => {
  box.write("ws/.metis/curator/state.json", "{");
  const before = box.dump();
  for (const argv of LOOKS) expect((await ws(...argv)).exitCode, argv.join(" ")).toBe(0);
  expect(box.dump()).toEqual(before);
});

test("a mistake in the configuration stops looking and acting alike", async () => {
  box.write(".metis/config.yaml", "curator:\n  archive_after_day: 30\n");
  const before = box.dump();
  for (const argv of [...LOOKS, ["pin", "fresh-thing"], ["doctor"]]) {
    const ran = await ws(...argv);
    expect(ran, argv.join(" ")).toMatchObject({ exitCode: 2, stdout: "" });
    expect(ran.stderr, argv.join(" ")).toContain("archive_after_days");
  }
  expect(box.dump()).toEqual(before);
});
