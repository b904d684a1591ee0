import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import type { McpServing } from "../server/create-mcp-server.ts";
import { readLastRun } from "./last-run.ts";
import { listSkills, readSkillText } from "./skill-texts.ts";
import { LAST_RUN_URI, SKILL_URI_TEMPLATE } from "./skill-uri.ts";

/** Registers `SKILL.md` of each skill and the last run of each library. All texts are without secrets. */
export function registerResources(server: McpServer, serving: McpServing): void {
  server.registerResource(
    "skill",
    new ResourceTemplate(SKILL_URI_TEMPLATE, { list: () => listSkills(serving) }),
    {
      title: "SKILL.md of a skill",
      description: "Text of a live skill, else of its newest archive. scope is workspace or global.",
      mimeType: "text/markdown",
    },
    (uri, variables) => readSkillText(serving, uri, variables),
  );
  server.registerResource(
    "last_run",
    LAST_RUN_URI,
    {
      title: "The curator's last run",
      description: "How the last run of each library ended and what it did.",
      mimeType: "application/json",
    },
    (uri) => readLastRun(serving, uri),
  );
}
