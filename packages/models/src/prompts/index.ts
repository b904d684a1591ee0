export { archivePrompt } from "./archive.ts";
export { consolidatePrompt } from "./consolidate.ts";
export { type DataFence, makeDataFence } from "./data-fence.ts";
export { editPrompt } from "./edit.ts";
export { EXCERPT_CHARACTERS_MAX, type Excerpt, excerptOf } from "./excerpt.ts";
export type { Prompt } from "./prompt.ts";
export { renderPrompt } from "./render-prompt.ts";
export { mergedMembers, rewritePrompt } from "./rewrite.ts";
export { visibleText } from "./visible-text.ts";
