import type { RuntimeName } from "../layouts/runtime-name.ts";
import type { HookRuntime } from "./hook-runtime.ts";

/**
 * Returns the runtime that a record is of. Cursor calls the hooks of Claude Code's settings too, beside its own; what it
 * tells twice is one act only where both are its.
 */
export function whoTells(asked: RuntimeName, record: unknown): RuntimeName {
  const isCursors =
    typeof record === "object" &&
    record !== null &&
    "cursor_version" in record &&
    typeof record.cursor_version === "string";
  return asked === "claude-code" && isCursors ? "cursor" : asked;
}

/** Loads one runtime and no other: a hook has no time for all of them. */
export async function loadHookRuntime(runtime: RuntimeName): Promise<HookRuntime> {
  switch (runtime) {
    case "claude-code":
      return (await import("../claude-code/hook.ts")).claudeCodeHook;
    case "codex":
      return (await import("../codex/hook.ts")).codexHook;
    case "opencode":
      return (await import("../opencode/hook.ts")).opencodeHook;
    case "gemini":
      return (await import("../gemini/hook.ts")).geminiHook;
    case "goose":
      return (await import("../goose/hook.ts")).gooseHook;
    case "cursor":
      return (await import("../cursor/hook.ts")).cursorHook;
    case "kiro":
      return (await import("../kiro/hook.ts")).kiroHook;
    case "hermes":
      return (await import("../hermes/hook.ts")).hermesHook;
  }
}
