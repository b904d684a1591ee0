export { applyUnifiedDiff, type DiffResult, NET_LOSS_MAX } from "./apply-unified-diff.ts";
export { BODY_BYTES_MAX, type BodyFault, type BodyFaultKind, findBodyFault } from "./body-fault.ts";
export { ANSWER_CHARACTERS_MAX, decodeVerdict } from "./decode-verdict.ts";
export { HUNK_LINES_MAX } from "./diff-hunk.ts";
export * from "./dossier.ts";
export * from "./verdict.ts";
