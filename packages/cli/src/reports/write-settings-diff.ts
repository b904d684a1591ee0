import { createTwoFilesPatch } from "diff";
import type { Page } from "../text/page.ts";
import type { SettingsDiff } from "../wire/runtime-setup.ts";

const CONTEXT_LINES = 3;
const NO_FILE = "/dev/null";

/** Returns the unified diff of a settings file; empty where nothing changes. */
export function formatSettingsDiff({ path, before, after }: SettingsDiff): string {
  if (before === after) return "";
  const patch = createTwoFilesPatch(
    before === null ? NO_FILE : path,
    after === null ? NO_FILE : path,
    before ?? "",
    after ?? "",
    undefined,
    undefined,
    { context: CONTEXT_LINES },
  );
  return patch.replace(/^=+\n/, "");
}

/** Writes the diffs of all files that change. */
export function writeSettingsDiffs(page: Page, diffs: readonly SettingsDiff[]): void {
  for (const diff of diffs) {
    for (const line of formatSettingsDiff(diff).split("\n").slice(0, -1)) {
      page.verbatim(line.replace(/\r$/, ""), paintOf(page, line));
    }
  }
}

function paintOf({ palette }: Page, line: string) {
  if (/^(?:---|\+\+\+) /.test(line)) return palette.bold;
  if (line.startsWith("@@")) return palette.cyan;
  if (line.startsWith("+")) return palette.green;
  return line.startsWith("-") ? palette.red : undefined;
}
