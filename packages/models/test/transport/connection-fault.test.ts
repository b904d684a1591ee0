import { expect, test } from "bun:test";
import { classifyConnectionError } from "../../src/transport/connection-fault.ts";

function failure(code: string, cause?: Error): Error {
  return Object.assign(new TypeError("fetch failed", cause === undefined ? {} : { cause }), { code });
}

test.each(["ECONNREFUSED", "ConnectionRefused", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"])(
  "%s: nothing was sent",
  (code) => {
    expect(classifyConnectionError(failure(code))).toBe("unreached");
    // As Node tells it.
    expect(classifyConnectionError(new TypeError("fetch failed", { cause: failure(code) }))).toBe(
      "unreached",
    );
  },
);

test.each(["DEPTH_ZERO_SELF_SIGNED_CERT", "CERT_HAS_EXPIRED", "EPROTO", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"])(
  "%s: there was no secure channel",
  (code) => {
    expect(classifyConnectionError(failure(code))).toBe("insecure");
  },
);

test.each([failure("ECONNRESET"), failure("EPIPE"), new Error("?"), "text", undefined])(
  "anything else may have been sent",
  (error) => {
    expect(classifyConnectionError(error)).toBe("lost");
  },
);
