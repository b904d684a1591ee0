import { agentSkill, type FixtureSkill, manualSkill } from "@metis-curate/testkit";

/** One skill to archive, one in use, one of a person. */
export function smallLibrary(): readonly FixtureSkill[] {
  return [
    agentSkill("old-thing", { files: { "references/notes.md": "notes\n" } }),
    agentSkill("fresh-thing", { createdDaysAgo: 5, loadedDaysAgo: [1] }),
    manualSkill("by-hand"),
  ];
}

/** So many skills to archive, `idle-000` and up, each with words of its own. */
export function idleSkills(count: number): readonly FixtureSkill[] {
  return Array.from({ length: count }, (_, at) => {
    const name = `idle-${String(at).padStart(3, "0")}`;
    return agentSkill(name, { description: `Topic ${at} alone.`, body: `# Topic ${at}\n\nStep ${at}.` });
  });
}
