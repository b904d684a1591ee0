import { UsageError } from "clipanion";

const WHOLE = /^[1-9]\d{0,14}$/;

/** Throws `UsageError` when `--max-bytes` was given and is no whole number above 0. */
export function refuseBytesMax(text: string | undefined): void {
  if (text === undefined || WHOLE.test(text)) return;
  throw new UsageError(`--max-bytes "${text}" is not a whole number of bytes above 0`);
}

/** The limit as an option of the library; empty when none was given. */
export function parseBytesMax(text: string | undefined): { readonly bytesMax?: number } {
  return text === undefined ? {} : { bytesMax: Number(text) };
}
