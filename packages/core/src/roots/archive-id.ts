import { basicIsoFromUs } from "../trace/time.ts";

/**
 * Returns a free archive id `<name>-<YYYYMMDDTHHMMSSZ>`, with `-2`, `-3`, … while `taken` says so
 * (CONTRACTS 7.1).
 */
export function archiveId(name: string, atUs: number, taken: (id: string) => boolean): string {
  return freeId(`${name}-${basicIsoFromUs(atUs)}`, taken);
}

/** Returns a free id for the snapshot before an edit, `<name>-edit-<YYYYMMDDTHHMMSSZ>` (CONTRACTS 7.2). */
export function editSnapshotId(name: string, atUs: number, taken: (id: string) => boolean): string {
  return freeId(`${name}-edit-${basicIsoFromUs(atUs)}`, taken);
}

function freeId(stem: string, taken: (id: string) => boolean): string {
  if (!taken(stem)) return stem;
  let number = 2;
  while (taken(`${stem}-${number}`)) number += 1;
  return `${stem}-${number}`;
}
