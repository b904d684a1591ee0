/** Control, line and paragraph separators, bidirectional controls, path characters, U+FFFD of broken bytes. */
const REFUSED_IN_DIRECTORY_NAME =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffd/\\:]/u;

/** Directories that are never looked into for skills (CONTRACTS 1.2), so no skill may be called so. */
const NOT_DESCENDED = ["node_modules", "venv", "virtualenv", "references", "assets", "scripts"];

export function isDescended(directoryName: string): boolean {
  return !directoryName.startsWith(".") && !NOT_DESCENDED.includes(directoryName);
}

export function isSafeDirectoryName(name: string): boolean {
  return !REFUSED_IN_DIRECTORY_NAME.test(name) && name.isWellFormed();
}
