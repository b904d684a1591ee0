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

/** A read of a regular file is short only at its end: one byte more than its size tells that it ended. */
function readAll(descriptor: number, size: number, limitBytes: number, path: string): Uint8Array {
  const first = new Uint8Array(size + 1);
  const count = readSync(descriptor, first, 0, first.length, null);
  if (count <= size) return first.subarray(0, count);
  return readGrowing(descriptor, first, limitBytes, path);
}

/** The file grew since it was looked at, or tells no size, as those of `/proc`. */
function readGrowing(descriptor: number, first: Uint8Array, limitBytes: number, path: string): Uint8Array {
  const chunks = [first];
  let total = first.length;
  while (total <= limitBytes) {
    const chunk = new Uint8Array(CHUNK_BYTES);
    const count = readSync(descriptor, chunk, 0, chunk.length, null);
    if (count === 0) return new Uint8Array(Buffer.concat(chunks));
    chunks.push(chunk.subarray(0, count));
    total += count;
  }
  return refuse("too-large", path);
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
