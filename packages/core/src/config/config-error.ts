import { NumberLiteral, withPlainNumbers } from "./number-literal.ts";

const VALUE_CHARACTERS_MAX = 60;

/** One thing that is wrong with a configuration. */
export interface ConfigError {
  /** Path of the file, or what stands for it (`command line`). */
  readonly file: string;
  /** Dotted key path such as `curator.interval_hours`; null when the file as a whole is at fault. */
  readonly key: string | null;
  /** One line: file, key, value, what is allowed or where it belongs, the nearest known key. */
  readonly message: string;
}

export function fileError(file: string, problem: string): ConfigError {
  return { file, key: null, message: `${file}: ${firstLine(problem)}` };
}

export function keyError(file: string, key: string, problem: string): ConfigError {
  return { file, key, message: `${file}: ${printable(key)}: ${firstLine(problem)}` };
}

/** A value as one short piece of a line. */
export function showValue(value: unknown): string {
  if (value instanceof NumberLiteral) return value.source.slice(0, VALUE_CHARACTERS_MAX);
  const shown = JSON.stringify(withPlainNumbers(value)) ?? String(value);
  return shown.length <= VALUE_CHARACTERS_MAX ? shown : `${shown.slice(0, VALUE_CHARACTERS_MAX)}…`;
}

function firstLine(text: string): string {
  return printable(text.split(/[\r\n]/, 1)[0] ?? "").replace(/:$/, "");
}

function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ");
}
