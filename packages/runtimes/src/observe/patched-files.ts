export interface PatchedFile {
  readonly path: string;
  readonly operation: "create" | "edit";
  /** The whole text of a file that the patch makes; null otherwise. */
  readonly text: string | null;
}

const HEADER = /^\*\*\* (Add|Update) File: (.+)$/;
const MOVE = /^\*\*\* Move to: (.+)$/;
const FILES_MAX = 1_000;

/** Returns the files that a patch in the manner of `apply_patch` makes and changes. */
export function listPatchedFiles(patch: string): readonly PatchedFile[] {
  const files: { path: string; operation: "create" | "edit"; lines: string[] | null }[] = [];
  for (const line of patch.split(/\r?\n/)) {
    const header = HEADER.exec(line);
    const last = files.at(-1);
    if (header !== null) {
      if (files.length >= FILES_MAX) break;
      const isNew = header[1] === "Add";
      files.push({
        path: (header[2] ?? "").trim(),
        operation: isNew ? "create" : "edit",
        lines: isNew ? [] : null,
      });
      continue;
    }
    const moved = MOVE.exec(line);
    if (moved !== null && last !== undefined) last.path = (moved[1] ?? "").trim();
    else if (last?.lines && line.startsWith("+")) last.lines.push(line.slice(1));
  }
  return files.map(({ path, operation, lines }) => ({
    path,
    operation,
    text: lines === null ? null : `${lines.join("\n")}\n`,
  }));
}
