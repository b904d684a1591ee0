import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { skillIndexContract } from "@metis-curate/testkit";
import { openSkillIndex } from "../src/index.ts";

const ASIDE = "20260101T000000Z";

skillIndexContract("openSkillIndex on a file", () => {
  const directory = mkdtempSync(join(tmpdir(), "metis-"));
  const index = openSkillIndex(join(directory, "index.db"), { asideStamp: ASIDE });
  return {
    index,
    dispose: () => {
      index.close();
      rmSync(directory, { recursive: true });
    },
  };
});

skillIndexContract("openSkillIndex without sqlite-vec", () => {
  const index = openSkillIndex(":memory:", { asideStamp: ASIDE, vectorExtension: false });
  return { index, dispose: () => index.close() };
});
