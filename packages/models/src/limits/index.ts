export { boundingDossier } from "./bounding-dossier.ts";
export { findSizeObstacle } from "./find-obstacle.ts";
export {
  ANTHROPIC_LIMITS,
  COMPATIBLE_LIMITS,
  type ModelLimits,
  OPENAI_LIMITS,
} from "./model-limits.ts";
export {
  ARCHIVE_TOKENS_MAX,
  CONSOLIDATE_TOKENS_MAX,
  EDIT_TOKENS_BASE,
  EDIT_TOKENS_MAX,
  outputTokensMax,
  REWRITE_BYTES_PER_TOKEN,
  REWRITE_TOKENS_BASE,
  REWRITE_TOKENS_MAX,
  rewriteTokensNeeded,
} from "./output-tokens.ts";
export { REQUEST_TIMEOUT_MS_MAX, requestTimeoutMs } from "./request-timeout.ts";
export { utf8Bytes } from "./utf8-bytes.ts";
