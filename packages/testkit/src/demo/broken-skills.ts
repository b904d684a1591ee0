import type { DemoBroken, DemoSkill } from "./demo-plan.ts";

const HEAD = "---\nname: ";

/** Returns what a library collects over time that cannot be loaded: each is listed with its reason. */
export function brokenSkills(taken: DemoSkill | undefined): readonly DemoBroken[] {
  const shadowed: readonly DemoBroken[] =
    taken === undefined
      ? []
      : [
          {
            path: `old/${taken.name}/SKILL.md`,
            content: { text: `${HEAD}${taken.name}\ndescription: An older copy.\n---\n\n# Older copy\n` },
            diagnostic: "shadowed",
          },
        ];
  return [
    {
      path: "standup-notes/SKILL.md",
      content: { text: "# Standup notes\n\nAsk everybody for yesterday, today and blockers.\n" },
      diagnostic: "no-frontmatter",
    },
    {
      path: "release-poem/SKILL.md",
      content: {
        text: `${HEAD}release-poem\nlicense: [MIT\ndescription: Rhymes about the release.\n---\n\n# Poem\n`,
      },
      diagnostic: "invalid-yaml",
    },
    {
      path: "metrics-naming/SKILL.md",
      content: { text: `${HEAD}metrics-naming\nlicense: MIT\n---\n\n# Metrics naming\n\nUse base units.\n` },
      diagnostic: "missing-description",
    },
    {
      path: "pair-programming/skill.md",
      content: { text: `${HEAD}pair-programming\ndescription: Takes turns.\n---\n\n# Take turns\n` },
      diagnostic: "wrong-case",
    },
    { path: "archived-link", content: { linkTo: "../../gone/skills" }, diagnostic: "dangling-link" },
    ...shadowed,
  ];
}
