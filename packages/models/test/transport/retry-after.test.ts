import { expect, test } from "bun:test";
import { parseRetryAfter } from "../../src/transport/retry-after.ts";

const NOW_MS = Date.UTC(2026, 11, 1, 3, 0, 0);

test.each([
  [{ "retry-after": "7" }, 7_000],
  [{ "retry-after": " 0.5 " }, 500],
  [{ "retry-after": "0" }, 0],
  [{ "retry-after-ms": "1500.2", "retry-after": "60" }, 1_501],
  [{ "retry-after": "Tue, 01 Dec 2026 03:00:30 GMT" }, 30_000],
  [{ "retry-after": "Tue, 01 Dec 2026 02:00:00 GMT" }, 0],
  [{ "retry-after": "-5" }, null],
  [{ "retry-after": "soon" }, null],
  [{ "retry-after": "1e9" }, null],
  [{ "retry-after": "" }, null],
  [{ "retry-after-ms": "NaN" }, null],
  [{}, null],
])("%j asks for a wait of %p ms", (headers, waitMs) => {
  expect(parseRetryAfter(new Headers(headers as Record<string, string>), NOW_MS)).toBe(waitMs);
});
