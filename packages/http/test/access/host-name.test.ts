import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { isLoopbackName, parseHostName } from "../../src/access/host-name.ts";

describe("a Host header", () => {
  test.each([
    ["localhost", "localhost", null],
    ["LocalHost.:8423", "localhost", 8423],
    ["127.0.0.1:80", "127.0.0.1", 80],
    ["[::1]:8423", "::1", 8423],
    ["[::1]", "::1", null],
    ["[0:0:0:0:0:0:0:1]:1", "0:0:0:0:0:0:0:1", 1],
    ["my-machine.local:65535", "my-machine.local", 65535],
  ])("%s is read", (header, name, port) => {
    expect(parseHostName(header)).toMatchObject({ name, port });
  });

  test.each([
    "",
    ".",
    "a b",
    "localhost:",
    "localhost:99999",
    "localhost:8a",
    "user@localhost",
    "localhost/x",
    "localhost,evil",
    "[localhost]",
    "[127.0.0.1]",
    "::1",
    "[::1",
    "http://localhost",
    "localhost\u0000",
    "lоcalhost",
  ])("%j is refused", (header) => {
    expect(parseHostName(header)).toBeNull();
  });

  test("of any text never throws", () => {
    fc.assert(fc.property(fc.string(), (text) => parseHostName(text) === null || text !== ""));
  });
});

test.each([
  "localhost",
  "127.0.0.1",
  "127.255.0.9",
  "::1",
  "0:0:0:0:0:0:0:1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
])("%s is this machine", (name) => expect(isLoopbackName(name)).toBe(true));

test.each([
  "0.0.0.0",
  "::",
  "128.0.0.1",
  "127.evil.example",
  "localhost.evil.example",
  "10.0.0.1",
  "::2",
  "::ffff:10.0.0.1",
])("%s may be another machine", (name) => expect(isLoopbackName(name)).toBe(false));
