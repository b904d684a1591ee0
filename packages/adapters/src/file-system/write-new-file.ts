import { closeSync, fchmodSync, fsyncSync, openSync, unlinkSync, writeSync } from "node:fs";

const DEFAULT_MODE = 0o644;

function writeAll(descriptor: number, bytes: Uint8Array): void {
  let offset = 0;
  while (offset < bytes.length) offset += writeSync(descriptor, bytes, offset, bytes.length - offset);
}

function fill(descriptor: number, bytes: Uint8Array, mode: number | undefined): void {
  try {
    writeAll(descriptor, bytes);
    // An explicit mode is meant exactly; the umask applies to the default alone.
    if (mode !== undefined) fchmodSync(descriptor, mode);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // The write's own error is the one to report.
  }
}

/** Creates a file, writes it and fsyncs it; a file that could not be filled is removed again. */
export function writeNewFileSync(path: string, bytes: Uint8Array, mode?: number): void {
  const descriptor = openSync(path, "wx", mode ?? DEFAULT_MODE);
  try {
    fill(descriptor, bytes, mode);
  } catch (error) {
    removeQuietly(path);
    throw error;
  }
}
