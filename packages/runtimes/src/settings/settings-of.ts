import { claudeCodeSettings } from "../claude-code/settings.ts";
import { codexSettings } from "../codex/settings.ts";
import { cursorSettings } from "../cursor/settings.ts";
import { geminiSettings } from "../gemini/settings.ts";
import { gooseSettings } from "../goose/settings.ts";
import { hermesSettings } from "../hermes/settings.ts";
import { kiroSettings } from "../kiro/settings.ts";
import type { RuntimeName } from "../layouts/runtime-name.ts";
import { opencodeSettings } from "../opencode/settings.ts";
import type { RuntimeSettings } from "./runtime-settings.ts";

/** How each runtime's settings are made to call us. */
export const RUNTIME_SETTINGS: Readonly<Record<RuntimeName, RuntimeSettings>> = {
  "claude-code": claudeCodeSettings,
  codex: codexSettings,
  opencode: opencodeSettings,
  gemini: geminiSettings,
  goose: gooseSettings,
  cursor: cursorSettings,
  kiro: kiroSettings,
  hermes: hermesSettings,
};
