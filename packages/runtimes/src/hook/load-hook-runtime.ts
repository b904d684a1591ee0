import type { RuntimeName } from "../layouts/runtime-name.ts";
import type { HookRuntime } from "./hook-runtime.ts";

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
