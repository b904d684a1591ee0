/** Copies and discarded sources of ours: always safe to remove. */
export const TEMP_PREFIX = ".metis-tmp-";
/** A source on its way out: the only whole tree until its copy is verified, never removed under this name. */
export const REMOVING_PREFIX = ".metis-removing-";

export function tempNameOf(id: string): string {
  return `${TEMP_PREFIX}${id}`;
}

export function removingNameOf(id: string): string {
  return `${REMOVING_PREFIX}${id}`;
}

/** A verified source takes this name before its first file goes: half of it never looks like a whole one. */
export function discardNameOf(id: string): string {
  return `${TEMP_PREFIX}removed-${id}`;
}
