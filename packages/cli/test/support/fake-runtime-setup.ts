import type { OpenRuntimeSetup } from "../../src/wire/runtime-setup.ts";

/** Agents whose settings call us already. */
export const createFakeRuntimeSetup: OpenRuntimeSetup = () => ({
  detected: () => ["claude-code"],
  prepare: ({ runtime }) => {
    const diffs = [{ path: `/home/me/.${runtime}`, before: "ours\n", after: "ours\n" }];
    return {
      ok: true,
      value: { runtime, diffs, notes: [], write: () => ({ ok: true as const, value: [] }) },
    };
  },
});
