import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { FileSystemError } from "@metis-curate/core";

const CHUNK_BYTES = 65_536;

function refuse(kind: "is-a-directory" | "io" | "too-large", path: string): never {
  throw new FileSystemError(kind, "readFile", path);
}

function assertRegular(info: Stats, path: string): void {
  if (info.isDirectory()) refuse("is-a-directory", path);
  if (!info.isFile()) refuse("io", path);
}

function readAll(descriptor: number, size: number, limitBytes: number, path: string): Uint8Array {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const chunk = new Uint8Array(Math.max(size - total, 0) + (total < size ? 1 : CHUNK_BYTES));
    const count = readSync(descriptor, chunk, 0, chunk.length, null);
    if (count === 0) break;
    total += count;
    if (total > limitBytes) refuse("too-large", path);
    chunks.push(chunk.subarray(0, count));
  }
  const only = chunks[0];
  return chunks.length === 1 && only !== undefined
    ? new Uint8Array(only)
    : new Uint8Array(Buffer.concat(chunks));
}

/**
 * Reads a whole regular file. The kind is checked before the file is opened, since opening a device or a
 * FIFO can block or act, and again on the open descriptor, since the name may lead elsewhere by then.
 */
export function readRegularFile(path: string, limitBytes: number): Uint8Array {
  assertRegular(statSync(path), path);
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const info = fstatSync(descriptor);
    assertRegular(info, path);
    if (info.size > limitBytes) refuse("too-large", path);
    return readAll(descriptor, info.size, limitBytes, path);
  } finally {
    closeSync(descriptor);
  }
}
