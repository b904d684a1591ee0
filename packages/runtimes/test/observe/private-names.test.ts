import { expect, test } from "bun:test";
import { loadHookRuntime } from "../../src/index.ts";

const PRIVATE = "my name is in here";
const common = { session_id: "s", cwd: "/w" };

async function tell(record: object): Promise<string> {
  const { translateHook } = await loadHookRuntime("claude-code");
  return JSON.stringify(translateHook({ ...common, ...record }));
}

test("a tool whose name is a text has none", async () => {
  const told = await tell({ hook_event_name: "PostToolUse", tool_name: PRIVATE, tool_use_id: "t" });
  expect(told).not.toContain(PRIVATE);
  expect(told).toContain('"toolName":"?"');
});

test.each([
  [PRIVATE, "null"],
  ["<synthetic>", "null"],
  ["claude-opus-4-8[1m]", '"claude-opus-4-8[1m]"'],
  ["us.anthropic.claude-x:0", '"us.anthropic.claude-x:0"'],
])("of a model called %p stays %s", async (model, kept) => {
  expect(await tell({ hook_event_name: "SessionStart", model })).toContain(`"model":${kept}`);
});
