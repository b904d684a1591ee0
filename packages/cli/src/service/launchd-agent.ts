import { join } from "node:path";
import type { ServiceJob } from "./service-job.ts";
import { SERVICE_MARK, type UnitFile } from "./unit-file.ts";

/** The agent of a job for `launchd` (launchd.plist(5)). */
export function launchdAgent(job: ServiceJob, directory: string): UnitFile {
  return { path: join(directory, `${job.name}.plist`), text: agentText(job) };
}

function agentText({ kind, name, description, command, hour, minute }: ServiceJob): string {
  const start =
    kind === "daily"
      ? [
          "  <key>StartCalendarInterval</key>",
          "  <dict>",
          "    <key>Hour</key>",
          `    <integer>${hour}</integer>`,
          "    <key>Minute</key>",
          `    <integer>${minute}</integer>`,
          "  </dict>",
          "  <key>LowPriorityIO</key>",
          "  <true/>",
        ]
      : ["  <key>RunAtLoad</key>", "  <true/>", "  <key>KeepAlive</key>", "  <true/>"];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    `<!-- ${escapeComment(description)}: ${escapeComment(SERVICE_MARK)} -->`,
    '<plist version="1.0">',
    "<dict>",
    "  <key>Label</key>",
    `  <string>${escapeXml(name)}</string>`,
    "  <key>ProgramArguments</key>",
    "  <array>",
    ...command.map((word) => `    <string>${escapeXml(word)}</string>`),
    "  </array>",
    ...start,
    "</dict>",
    "</plist>",
    "",
  ].join("\n");
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Two dashes end a comment. */
function escapeComment(text: string): string {
  return text.replaceAll(/-(?=-)/g, "- ");
}
