/** Levels below the skills directory that are looked at, unless the layout says otherwise (CONTRACTS 1.2). */
export const SCAN_DEPTH_MAX = 5;
/** Directories without SKILL.md that are looked into; skills themselves do not count. */
export const SCAN_DIRECTORIES_MAX = 2_000;
/** SKILL.md above this is skipped (CONTRACTS 1.2). */
export const SKILL_FILE_BYTES_MAX = 1_048_576;
