import { expect, test } from "bun:test";
import { chooseLayout } from "../../src/wire/choose-layout.ts";

const choose = (skillsDir: string) => chooseLayout("/ws", { skillsDir });

test("a skills directory of one's own is a layout of its own", () => {
  const choice = choose("/ws/agent/skills");
  expect(choice.ok && choice.value.name).toMatch(/^dir-[0-9a-f]{8}$/);
  expect(choice).toEqual(choose("/ws/agent/skills"));
  const other = choose("/ws/agent/more");
  expect(other.ok && choice.ok && other.value.name === choice.value.name).toBe(false);
});

test("the directory of a known layout is that layout", () => {
  const choice = choose("/ws/.metis/skills");
  expect(choice.ok && choice.value.name).toBe("metis");
});

test("a directory that holds the archive or the state, or lies in it, is refused", () => {
  for (const path of [
    "/ws",
    "/ws/.metis",
    "/ws/.metis/skills-archive",
    "/ws/.metis/curator/x",
    "/else",
    "/ws/..",
  ]) {
    expect(choose(path), path).toMatchObject({ ok: false, refusal: { exitCode: 2 } });
  }
  expect(chooseLayout("/ws", { layout: "metis", skillsDir: "/ws/x" }).ok).toBe(false);
});
