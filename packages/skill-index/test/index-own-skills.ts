/**
 * `index-own-skills.ts <index> <who> <skills>`: indexes so many skills of its own one by one, beside others, from the
 * moment the file does not exist.
 */
import { skillTerms } from "@metis-curate/core";
import { openSkillIndex } from "../src/index.ts";

const [path = "", who = "", skills = "0"] = process.argv.slice(2);
const index = openSkillIndex(path, { asideStamp: "x" });
for (let n = 0; n < Number(skills); n += 1) {
  const name = `skill-${who}-${n}`;
  const { triggerText, terms } = skillTerms({
    name,
    description: `Knows shared words and ${name}`,
    body: "",
  });
  await index.apply({
    put: [
      {
        name,
        path: `/${name}`,
        description: name,
        triggerText,
        contentHash: "1",
        stamp: "",
        profileTags: [],
        terms,
      },
    ],
    vectors: { model: "m", dimension: 2, of: new Map([[name, [Float32Array.of(n, 1)]]]) },
    atUs: n,
  });
}
index.close();
