import type { BackupEntry, LeftOut } from "./backup-entry.ts";
import { buildEntryTree, type EntryNode } from "./entry-tree.ts";
import { isSameEntry, type ReadEntries } from "./read-entries.ts";

/** One change of a restore: what is at `path` becomes `wanted`, or goes away; `mode` only turns mode bits. */
export type RestoreChange =
  | {
      readonly kind: "entry";
      readonly path: string;
      /** Null when the backup has nothing there. */
      readonly wanted: EntryNode | null;
      /** Something is there now. */
      readonly isTaken: boolean;
    }
  | { readonly kind: "mode"; readonly path: string; readonly before: number; readonly after: number };

/**
 * Returns what must change for `skills` and `archive` to be as in the backup, in the order of the paths. A skill
 * is changed as a whole, unless it holds something no backup holds (a link, `.git`, a virtual environment): then
 * file by file, so that those stay where they are. What a backup leaves out is in the way of nothing else.
 */
export function planRestoreChanges(
  wanted: readonly BackupEntry[],
  present: ReadEntries,
): readonly RestoreChange[] {
  const leftOut = outsidersOf(present.leftOut);
  return ["skills", "archive"].flatMap((area) =>
    compare(buildEntryTree(wanted, area), buildEntryTree(present.entries, area), leftOut),
  );
}

/** What is there and in no backup. */
interface Outsiders {
  readonly paths: ReadonlySet<string>;
  /** Every directory with such a thing anywhere below it. */
  readonly holders: ReadonlySet<string>;
}

function outsidersOf(leftOut: readonly LeftOut[]): Outsiders {
  const holders = new Set<string>();
  for (const { path } of leftOut) {
    const names = path.split("/");
    for (let depth = names.length - 1; depth > 0; depth -= 1) holders.add(names.slice(0, depth).join("/"));
  }
  return { paths: new Set(leftOut.map(({ path }) => path)), holders };
}

function compare(wanted: EntryNode, present: EntryNode, leftOut: Outsiders): readonly RestoreChange[] {
  const names = [...new Set([...wanted.children.keys(), ...present.children.keys()])].sort();
  return names.flatMap((name) =>
    changesAt(`${wanted.entry.path}/${name}`, wanted.children.get(name), present.children.get(name), leftOut),
  );
}

function changesAt(
  path: string,
  wanted: EntryNode | undefined,
  present: EntryNode | undefined,
  leftOut: Outsiders,
): readonly RestoreChange[] {
  if (wanted !== undefined && present !== undefined) {
    if (isSameTree(wanted, present)) return [];
    if (isOpened(wanted, present, leftOut)) {
      return [...modeChange(wanted.entry, present.entry), ...compare(wanted, present, leftOut)];
    }
  }
  const isTaken = present !== undefined || leftOut.paths.has(path);
  return [{ kind: "entry", path, wanted: wanted ?? null, isTaken }];
}

function isOpened(wanted: EntryNode, present: EntryNode, leftOut: Outsiders): boolean {
  if (wanted.entry.kind !== "directory" || present.entry.kind !== "directory") return false;
  const isSkill = wanted.children.has("SKILL.md") || present.children.has("SKILL.md");
  return !isSkill || leftOut.holders.has(present.entry.path);
}

function modeChange(wanted: BackupEntry, present: BackupEntry): readonly RestoreChange[] {
  if (wanted.mode === present.mode) return [];
  return [{ kind: "mode", path: wanted.path, before: present.mode, after: wanted.mode }];
}

function isSameTree(wanted: EntryNode, present: EntryNode): boolean {
  if (!isSameEntry(wanted.entry, present.entry)) return false;
  if (wanted.children.size !== present.children.size) return false;
  return [...wanted.children].every(([name, child]) => {
    const other = present.children.get(name);
    return other !== undefined && isSameTree(child, other);
  });
}
