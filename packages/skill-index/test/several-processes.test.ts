import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSkillIndex } from "../src/index.ts";

const PROCESSES = 4;
const SKILLS = 15;

/** Indexes its own skills one by one, beside the others, from the moment the file does not exist. */
const CHILD = `
import { skillTerms } from "@metis-curate/core";
import { openSkillIndex } from "@metis-curate/skill-index";
const [path, who] = process.argv.slice(2);
const index = openSkillIndex(path, { asideStamp: "x" });
for (let n = 0; n < ${SKILLS}; n++) {
  const name = "skill-" + who + "-" + n;
  const { triggerText, terms } = skillTerms({ name, description: "Knows shared words and " + name, body: "" });
  await index.apply({
    put: [{ name, path: "/" + name, description: name, triggerText, contentHash: "1", stamp: "", profileTags: [], terms }],
    vectors: { model: "m", dimension: 2, of: new Map([[name, [Float32Array.of(n, 1)]]]) },
    atUs: n,
  });
}
index.close();
`;

test("several processes fill one new index together and lose nothing", async () => {
  const directory = mkdtempSync(join(tmpdir(), "metis-"));
  try {
    const path = join(directory, "index.db");
    const script = join(import.meta.dir, `.child-${process.pid}.ts`);
    await Bun.write(script, CHILD);
    try {
      const children = Array.from({ length: PROCESSES }, (_, who) =>
        Bun.spawn([process.execPath, script, path, String(who)], { stderr: "pipe", stdout: "ignore" }),
      );
      for (const child of children) {
        const [code, stderr] = await Promise.all([child.exited, new Response(child.stderr).text()]);
        expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      }
    } finally {
      rmSync(script, { force: true });
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
