import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSkillIndex } from "../src/index.ts";

const PROCESSES = 4;
const SKILLS = 15;

const CHILD = join(import.meta.dir, "index-own-skills.ts");

test("several processes fill one new index together and lose nothing", async () => {
  const directory = mkdtempSync(join(tmpdir(), "metis-"));
  try {
    const path = join(directory, "index.db");
    const children = Array.from({ length: PROCESSES }, (_, who) =>
      Bun.spawn([process.execPath, CHILD, path, String(who), String(SKILLS)], {
        stderr: "pipe",
        stdout: "ignore",
      }),
    );
    for (const child of children) {
      const [code, stderr] = await Promise.all([child.exited, new Response(child.stderr).text()]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    }
    const index = openSkillIndex(path, { asideStamp: "x" });
    expect(await index.info()).toMatchObject({
      skills: PROCESSES * SKILLS,
      embedded: PROCESSES * SKILLS,
      notices: [],
    });
    const statistics = await index.statistics(["shar", "word"]);
    expect(statistics.documents).toBe(PROCESSES * SKILLS);
    expect([...statistics.frequencies.values()]).toEqual([PROCESSES * SKILLS, PROCESSES * SKILLS]);
    index.close();
  } finally {
    rmSync(directory, { recursive: true });
  }
});
