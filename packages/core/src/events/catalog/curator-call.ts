/** What a paid call is for (CONTRACTS 4.4). */
export type Purpose = "archive" | "consolidate" | "rewrite" | "edit";
