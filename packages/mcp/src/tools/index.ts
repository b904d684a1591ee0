import { curatorPlanTool } from "./curator-plan-tool.ts";
import { skillArchiveTool } from "./skill-archive-tool.ts";
import { skillFeedbackTool } from "./skill-feedback-tool.ts";
import { skillGapsTool } from "./skill-gaps-tool.ts";
import { skillHealthTool } from "./skill-health-tool.ts";
import { skillLifecycleTool } from "./skill-lifecycle-tool.ts";
import { skillMatchTool } from "./skill-match-tool.ts";
import { skillPromoteTool } from "./skill-promote-tool.ts";
import { skillReindexTool } from "./skill-reindex-tool.ts";
import { skillRestoreTool } from "./skill-restore-tool.ts";
import { skillScoutAdoptTool } from "./skill-scout-adopt-tool.ts";
import { skillScoutDismissTool } from "./skill-scout-dismiss-tool.ts";
import { skillScoutTool } from "./skill-scout-tool.ts";
import type { McpTool } from "./tool.ts";

/** Every tool of the server, in the order that clients see (CONTRACTS 13.9). */
export const MCP_TOOLS: readonly McpTool[] = [
  skillMatchTool,
  skillFeedbackTool,
  skillGapsTool,
  skillLifecycleTool,
  skillPromoteTool,
  skillArchiveTool,
  skillRestoreTool,
  skillReindexTool,
  skillScoutTool,
  skillScoutAdoptTool,
  skillScoutDismissTool,
  skillHealthTool,
  curatorPlanTool,
];
