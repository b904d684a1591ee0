import type { OpenCurator } from "./curator-opener.ts";

/** Opens the curator of one root from its real parts: the only place where adapters and core meet. */
export const openCurator: OpenCurator = async () => ({
  ok: false,
  refusal: { kind: "not-wired", message: "this build has no curator in it", exitCode: 1 },
});
