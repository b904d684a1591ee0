import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { realTextFiles } from "../../src/context/real-text-files.ts";

const directory = mkdtempSync(join(tmpdir(), "metis-"));
afterAll(() => rmSync(directory, { recursive: true }));

describe("realTextFiles", () => {
  test("reads back what it wrote, within the limit", () => {
    const path = join(directory, "plan.json");
    expect(realTextFiles.read(path, 10)).toBeNull();
    realTextFiles.write(path, "first");
    realTextFiles.write(path, "second");
    expect(realTextFiles.read(path, 6)).toBe("second");
    expect(() => realTextFiles.read(path, 5)).toThrow("larger than 5 bytes");
  });

  test("throws for what is no file", () => {
    expect(() => realTextFiles.read(directory, 1_000_000)).toThrow();
    expect(() => realTextFiles.write(join(directory, "no", "such"), "x")).toThrow();
  });

  test("makes no file where a link of the directory leads", () => {
    const path = join(directory, "planted.json");
    symlinkSync(join(directory, "elsewhere"), path);
    expect(() => realTextFiles.write(path, "x")).toThrow("a link that leads to nothing");
    expect(existsSync(join(directory, "elsewhere"))).toBe(false);
  });

  test("knows a directory from a file and from nothing", () => {
    realTextFiles.write(join(directory, "file"), "x");
    expect(
      ["", "file", "nothing", "file/below"].map((name) => realTextFiles.isDirectory(join(directory, name))),
    ).toEqual([true, false, false, false]);
  });
});
