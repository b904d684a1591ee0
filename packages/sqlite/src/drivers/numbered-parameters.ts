/** Texts, quoted names and comments: a question mark in one of them is no parameter. */
const OPAQUE = /'[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

/** Whether a statement has parameters of the form `?1`, which the drivers of Node take by name alone. */
export function hasNumberedParameters(sql: string): boolean {
  return /\?\d/.test(sql.replace(OPAQUE, " "));
}

/** Values by the names of their parameters: the first is `1`. */
export function nameByNumber<T>(values: readonly T[]): Readonly<Record<string, T>> {
  return Object.fromEntries(values.map((value, index) => [String(index + 1), value]));
}
