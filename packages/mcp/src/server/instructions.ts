/** What every client is told when it connects; see the seed's advice for a system prompt. */
export const INSTRUCTIONS = `This server knows the skills of this machine: directories with a SKILL.md that says how to do a kind of task well.
Before you start a task, call skill_match with the task in a sentence. If best_skill is not null, read the file at its path and follow it. If it is null, no skill fits: go on without one.
After a task in which you followed a skill, call skill_feedback with its name and success, partial or failure. That is how the next match becomes better.
At the end of a session, skill_gaps shows what no skill was there for.`;
