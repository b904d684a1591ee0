/** A tool that got another name: who learnt the old one calls it in vain. */
export interface RenamedTool {
  readonly old: string;
  /** One of the tools that sessions use. */
  readonly now: string;
  /** A line of a skill written before the change. */
  readonly line: string;
}

const RENAMED_TOOLS: readonly RenamedTool[] = [
  {
    old: "fetch_page",
    now: "fetch_url",
    line: "Get what you compare with through the tool `fetch_page`, never from memory.",
  },
  {
    old: "run_shell",
    now: "run_command",
    line: "Start each command through the tool `run_shell`, one at a time.",
  },
];

/** Returns the renamed tool that a skill still names: the same for the same skill. */
export function renamedToolOf(skill: string): RenamedTool {
  const [first, second] = RENAMED_TOOLS;
  if (first === undefined || second === undefined) throw new Error("no renamed tools");
  return skill.length % 2 === 0 ? first : second;
}
