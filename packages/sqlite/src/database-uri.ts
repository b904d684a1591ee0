import { resolve } from "node:path";

/** Returns the SQLite URI of a file, every character of its path kept; parameters without a value are left out. */
export function databaseUri(path: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const encoded = resolve(path).split("/").map(encodeURIComponent).join("/");
  const query = Object.entries(parameters).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${encodeURIComponent(value)}`],
  );
  return query.length === 0 ? `file:${encoded}` : `file:${encoded}?${query.join("&")}`;
}
