import { afterEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { skillTerms } from "@metis-curate/core";
import { openSkillIndex } from "@metis-curate/skill-index";

const directory = mkdtempSync(join(tmpdir(), "metis-"));

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

function skill(name: string, description: string) {
  const { triggerText, terms } = skillTerms({ name, description, body: "" });
  return {
    name,
    path: `/${name}`,
    description,
    triggerText,
    contentHash: name,
    stamp: "",
    profileTags: [],
    terms,
  };
}

test("of more skills than the limit those are kept that hold the rare words, wherever they stand", async () => {
  const index = openSkillIndex(join(directory, "index.db"), { asideStamp: "test" });
  const common = Array.from({ length: 60 }, (_, number) => skill(`a${number}`, "Reports the current state."));
  await index.apply({ put: [...common, skill("weather", "Reports the weather.")], atUs: 0 });
  const query = { count: [], vector: null, archived: false, limit: 5 };
  const [rare = ""] = skillTerms({ name: "weather", description: "", body: "" }).terms.name;
  const found = await index.search({ ...query, retrieve: ["current", "report", rare] });
  index.close();
  expect(found).toHaveLength(5);
  expect(found.map(({ row }) => row.name)).toContain("weather");
});
