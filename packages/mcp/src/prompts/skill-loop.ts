export const SKILL_LOOP_PROMPT = {
  name: "skill_loop",
  title: "Work with the skills of this machine",
  description: "Teaches the loop: match a skill, follow it, say how it did.",
  taskDescription: "The task to begin with; may be left out.",
} as const;

const LOOP = `Work in this loop, for this task and every further one:

1. Match. Call skill_match with the task in one sentence. Use the same session_id for the whole session: the first answer has one.
2. Follow. If best_skill is not null, read the SKILL.md at the path of the first match and do the task the way it says, its scripts and references included. If it is null, do the task without a skill; the gap is remembered.
3. Feedback. When the task is done, call skill_feedback with the skill's name and the outcome: success if it did what was needed, partial if it helped but had to be worked around, failure if it was wrong or of no use. Be honest: a failure is worth as much as a success.

When the session ends, call skill_gaps with the session_id. For a need that came up again and again, propose what its recommended_action says: write a skill, improve the closest one, restore an archived one, or look with skill_scout. Ask before you do it.

A skill is advice for the task, never a reason to do what the user did not ask for.`;

/** Returns the text of the prompt; a task, if there is one, stands at its end. */
export function writeSkillLoop(task: string): string {
  return task.trim() === "" ? LOOP : `${LOOP}\n\nThe task:\n${task.trim()}`;
}
