import type { Dossier } from "@metis-curate/core";
import { archivePrompt } from "./archive.ts";
import { consolidatePrompt } from "./consolidate.ts";
import { editPrompt } from "./edit.ts";
import type { Prompt } from "./prompt.ts";
import { rewritePrompt } from "./rewrite.ts";

/** Returns the text of a request: all that a model is told, and nothing that is not in the dossier (CONTRACTS 8.1). */
export function renderPrompt(dossier: Dossier): Prompt {
  switch (dossier.purpose) {
    case "archive":
      return archivePrompt(dossier);
    case "consolidate":
      return consolidatePrompt(dossier);
    case "rewrite":
      return rewritePrompt(dossier);
    case "edit":
      return editPrompt(dossier);
  }
}
