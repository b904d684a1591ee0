import { expect, test } from "bun:test";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { serveMcpStdio } from "../../src/index.ts";
import { mcpFixture } from "../support/mcp-fixture.ts";

const PING = '{"jsonrpc":"2.0","id":"after","method":"ping"}';
const HELLO =
  '{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}';

/** Answers of a server to these bytes, by line. */
async function answersTo(bytes: string | Uint8Array, last = `\n${PING}\n`) {
  const input = new PassThrough();
  const output = new PassThrough();
  const { closed } = serveMcpStdio(mcpFixture().mcp, { input, output });
  input.write(`${HELLO}\n`);
  input.write(bytes);
  input.end(last);
  await closed;
  output.end();
  const lines = (await text(output)).split("\n").filter((line) => line !== "");
  const answers = lines.map((line) => JSON.parse(line));
  return answers.filter(({ id }) => id !== "hello");
}

function error(id: unknown, code: number) {
  return { jsonrpc: "2.0", id, error: { code, message: expect.any(String) } };
}

const ALIVE = { jsonrpc: "2.0", id: "after", result: {} };

test.each<[string, string | Uint8Array, unknown, number]>([
  ["text that is no JSON", "{bad json", null, -32_700],
  ["bytes that are no UTF-8", Uint8Array.of(0x22, 0xff, 0xfe, 0x22), null, -32_700],
  ["a batch", `[${PING},${PING}]`, null, -32_600],
  ["null", "null", null, -32_600],
  ["a number", "42", null, -32_600],
  ["an empty object", "{}", null, -32_600],
  ["another version of JSON-RPC", '{"jsonrpc":"1.0","id":7,"method":"ping"}', 7, -32_600],
  ["an id that is an object", '{"jsonrpc":"2.0","id":{},"method":"ping"}', null, -32_600],
  ["a method that is a number", '{"jsonrpc":"2.0","id":"x","method":5}', "x", -32_600],
  ["params in a list", '{"jsonrpc":"2.0","id":8,"method":"ping","params":[]}', 8, -32_600],
  ["a line without an end in sight", "x".repeat(5_000_000), null, -32_600],
])("%s is answered with an error, and the server goes on", async (_, bytes, id, code) => {
  const answers = await answersTo(bytes);
  expect(answers).toHaveLength(2);
  expect(answers).toContainEqual(error(id, code));
  expect(answers).toContainEqual(ALIVE);
});

test("empty lines, notifications and answers nobody waits for are not answered", async () => {
  const lines = ["", "  ", '{"jsonrpc":"2.0","method":"no/such"}', '{"jsonrpc":"2.0","id":99,"result":{}}'];
  expect(await answersTo(lines.join("\r\n"))).toEqual([ALIVE]);
});

test("a last line needs no newline", async () => {
  expect(await answersTo("", PING)).toEqual([ALIVE]);
});
