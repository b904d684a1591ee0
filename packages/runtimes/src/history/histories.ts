import { claudeCodeHistory } from "../claude-code/history.ts";
import { codexHistory } from "../codex/history.ts";
import { cursorHistory } from "../cursor/history.ts";
import { geminiHistory } from "../gemini/history.ts";
import { gooseHistory } from "../goose/history.ts";
import { hermesHistory } from "../hermes/history.ts";
import { kiroHistory } from "../kiro/history.ts";
import type { RuntimeName } from "../layouts/runtime-name.ts";
import { opencodeHistory } from "../opencode/history.ts";
import type { RuntimeHistory } from "../runtime.ts";

/** What each runtime keeps of its sessions. */
export const HISTORIES: Readonly<Record<RuntimeName, RuntimeHistory>> = {
  "claude-code": claudeCodeHistory,
  codex: codexHistory,
  opencode: opencodeHistory,
  gemini: geminiHistory,
  goose: gooseHistory,
  cursor: cursorHistory,
  kiro: kiroHistory,
  hermes: hermesHistory,
};
