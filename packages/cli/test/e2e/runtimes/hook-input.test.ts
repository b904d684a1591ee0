import { expect, test } from "bun:test";
import { readRecord } from "../../../src/hook/read-record.ts";

async function* chunks(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

test.each([[["\ufeff", '{"a":1}']], [['\ufeff{"a"', ":1}"]], [['{"a":1}\r\n', "\r\n"]]])(
  "%j is one record",
  async (texts) => {
    expect(await readRecord(chunks(...texts))).toEqual({ kind: "record", value: { a: 1 } });
  },
);
