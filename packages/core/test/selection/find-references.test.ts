import { describe, expect, test } from "bun:test";
import { findReferences } from "@metis-curate/core";

const NAMES = ["api", "api-design", "my-api", "prüfung", "中文", "a.b", "My Skill", "c++", "x_y"];

function found(text: string): readonly string[] {
  return Array.from(findReferences(NAMES, text)).sort();
}

const REFERS: readonly (readonly [text: string, ...names: string[]])[] = [
  ["see skills/api", "api"],
  ["see skills/api.", "api"],
  ["see .claude/skills/api/SKILL.md", "api"],
  ["[x](../skills/api-design/SKILL.md)", "api-design"],
  ["skills/tools/web/api/SKILL.md", "api"],
  ["skills/api/references/my-api", "api"],
  ["skills\\api\\SKILL.md", "api"],
  ["_skills/api_", "api"],
  ["skills/x_y", "x_y"],
  ["skills/prüfung", "prüfung"],
  ["skills/pru\u0308fung", "prüfung"],
  ["skills/中文、次", "中文"],
  ["skills/a.b and skills/c++!", "a.b", "c++"],
  ["skills/My Skill is old", "My Skill"],
  ['skill_load("api")', "api"],
  ["skill_load('api')", "api"],
  ['skill_load( name = "api" )', "api"],
  ['"run": "skill_load(\\"api\\")"', "api"],
  ["skill: api", "api"],
  ["  - skill: 'api-design' # why", "api-design"],
  ['{"skill": "api"}', "api"],
  ["with:\n  skill: My Skill\n", "My Skill"],
  ["run `api-design` first", "api-design"],
  ["run `/api-design`", "api-design"],
  ["a stray ` and `api-design`", "api-design"],
  ["the `api` skill", "api"],
  ["the **`api`** skill", "api"],
  ["skill `api`", "api"],
  ["the skills `api` and others", "api"],
  ["Skill: `api`", "api"],
  ["the `api`\nskill", "api"],
];

const REFERS_NOT: readonly string[] = [
  "api",
  "api-design is good",
  "the api skill",
  "use `api`",
  "use `api` skillfully",
  "a reskill `api`",
  "skills/api-designs",
  "skills/api2",
  "skills/apié",
  "skills/api_v2",
  "skills/中文字",
  "my-skills/api",
  "myskills/api",
  "skills-archive/api",
  "skill_load(api)",
  'skill_load("api-x")',
  'my_skill_load("api")',
  "my-skill: api",
  "skill: api-x",
  "skillset: api",
  "`api-designs`",
  "`use api-design now`",
  "`api-design\n`",
];

describe("a text refers to a skill", () => {
  test.each(REFERS.map((row) => [...row]))("%j", (text = "", ...names) => {
    expect(found(text)).toEqual([...names].sort());
  });
});

describe("a text does not refer to a skill", () => {
  test.each([...REFERS_NOT])("%j", (text) => {
    expect(found(text)).toEqual([]);
  });
});

test("names with regex characters are names", () => {
  expect(Array.from(findReferences([".*", "a|b", "(x", "api"], "skills/anything skills/a|b"))).toEqual([
    "a|b",
  ]);
});
