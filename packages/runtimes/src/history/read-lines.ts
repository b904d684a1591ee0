import { createReadStream } from "node:fs";
import { pipeline, type Readable } from "node:stream";
import * as zlib from "node:zlib";

/** A longer line is passed over: no record that tells of a skill is so long. */
export const LINE_BYTES_MAX = 32 * 1024 * 1024;
const NEWLINE = 0x0a;
const CHUNK_BYTES = 256 * 1024;

export interface ReadLine {
  /** From 1. */
  readonly position: number;
  /** Null: too long, or the file could not be read on. */
  readonly text: string | null;
  /** Bytes of the file that were read so far. */
  readonly bytesRead: number;
  /** The file could not be read on. */
  readonly isFault?: true;
}

/**
 * Reads a file line by line in bounded memory, also one that is compressed with zstd (`.zst`) where the platform can.
 * Blank lines are left out. Never throws: what cannot be read is a line without text, the last one.
 */
export async function* readLines(path: string, lineBytesMax = LINE_BYTES_MAX): AsyncGenerator<ReadLine> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const splitter = new LineSplitter(lineBytesMax);
  try {
    for await (const chunk of decompressed(path, file)) {
      for (const line of splitter.take(chunk as Buffer)) yield { ...line, bytesRead: file.bytesRead };
    }
    const last = splitter.end();
    if (last !== null) yield { ...last, bytesRead: file.bytesRead };
  } catch {
    yield { position: splitter.position + 1, text: null, bytesRead: file.bytesRead, isFault: true };
  } finally {
    file.destroy();
  }
}

function decompressed(path: string, file: Readable): Readable {
  if (!path.endsWith(".zst")) return file;
  const create: (() => zlib.Gunzip) | undefined = Reflect.get(zlib, "createZstdDecompress");
  if (create === undefined) throw new Error("this platform reads no zstd");
  const plain = create();
  // Errors reach whoever reads the end of it.
  pipeline(file, plain, () => {});
  return plain;
}

type Line = Pick<ReadLine, "position" | "text">;

class LineSplitter {
  position = 0;
  private parts: Buffer[] = [];
  private bytes = 0;
  private readonly lineBytesMax: number;

  constructor(lineBytesMax: number) {
    this.lineBytesMax = lineBytesMax;
  }

  *take(chunk: Buffer): Generator<Line> {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.hold(chunk.subarray(from, at));
      from = at + 1;
      const line = this.end();
      if (line !== null) yield line;
    }
    this.hold(chunk.subarray(from));
  }

  /** The line that is held; null for a blank one. */
  end(): Line | null {
    const { parts, bytes } = this;
    if (bytes === 0 && this.parts.length === 0) return null;
    this.parts = [];
    this.bytes = 0;
    if (bytes > this.lineBytesMax) return { position: ++this.position, text: null };
    const text = Buffer.concat(parts).toString("utf8").trim();
    return text === "" ? null : { position: ++this.position, text };
  }

  private hold(part: Buffer): void {
    if (part.length === 0) return;
    this.bytes += part.length;
    if (this.bytes > this.lineBytesMax) this.parts = [];
    else this.parts.push(part);
  }
}
