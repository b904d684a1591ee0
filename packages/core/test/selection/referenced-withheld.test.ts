import { expect, test } from "bun:test";
import { candidatesOf, leftAloneOf, selectOver } from "./selection-case.ts";

test("what the cap withholds lives on, and protects what it names", () => {
  const skills = [
    { name: "aa-first", createdDaysAgo: 400 },
    { name: "bb-second", createdDaysAgo: 300, body: "See skills/aa-first first." },
  ];
  const selection = selectOver(skills, { config: { max_skills_per_root: 1 } });
  expect(candidatesOf(selection)).toEqual([]);
  expect(leftAloneOf(selection, "aa-first")?.reason).toBe("referenced");
  expect(leftAloneOf(selection, "bb-second")?.reason).toBe("truncated");
});

test("what the mass guard withholds protects what it names from being absorbed", () => {
  const idle = Array.from({ length: 6 }, (_, index) => ({
    name: `idle-${index}`,
    createdDaysAgo: 400,
    ...(index === 0 ? { body: "Then load skills/deploy-web-site." } : {}),
  }));
  const twins = [
    { name: "deploy-web-app", loadsDaysAgo: [2] },
    { name: "deploy-web-site", loadsDaysAgo: [1] },
  ];
  const selection = selectOver([...idle, ...twins], { attended: false });
  expect(selection.massGuarded).toBe(6);
  const [merge] = selection.candidates;
  expect(merge).toMatchObject({ action: "consolidate", referenced: ["deploy-web-site"] });
});
