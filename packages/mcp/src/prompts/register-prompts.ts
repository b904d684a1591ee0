import type { McpServer } from "@modelcontextprotocol/server";
import { announced } from "../schemas/json-schema.ts";
import { SKILL_LOOP_PROMPT, writeSkillLoop } from "./skill-loop.ts";

const ARGUMENTS = announced({
  type: "object",
  properties: { task: { type: "string", description: SKILL_LOOP_PROMPT.taskDescription } },
});

/** Registers the prompt that teaches the loop of match, follow and feedback. */
export function registerPrompts(server: McpServer): void {
  const { name, title, description } = SKILL_LOOP_PROMPT;
  server.registerPrompt(name, { title, description, argsSchema: ARGUMENTS }, (args) => ({
    description,
    messages: [{ role: "user", content: { type: "text", text: writeSkillLoop(taskOf(args)) } }],
  }));
}

function taskOf(args: unknown): string {
  if (typeof args !== "object" || args === null || !("task" in args)) return "";
  return typeof args.task === "string" ? args.task : "";
}
