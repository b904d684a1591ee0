import { secretFinderContract } from "@metis-curate/testkit";
import { secretlintFinder } from "../../src/secrets/index.ts";

/** Put together here, so that no scanner takes this file for a leak. */
const made = (...parts: readonly string[]): string => parts.join("");
const HEX = "0a1b2c3d4e5f";

secretFinderContract("the secretlint finder", secretlintFinder, [
  made("gh", "p_", "abcdefghijklmnopqrstuvwxyzABCD123456"),
  made("github", "_pat_", "11ABCDEFG0abcdefghijkl_", HEX.repeat(5)),
  made("sk-", "ant-api03-", "a1B2".repeat(22), "abcdefgAA"),
  made("sk-", "proj-", "a1B2c3".repeat(12)),
  made("xo", "xb-123456789012-1234567890123-", "abcdefghijklmnopqrstuvwx"),
  made("np", "m_", "abcdefghijklmnopqrstuvwxyz0123456789"),
  made("sk", "_live_", "abcdefghijklmnopqrstuvw1"),
  made("glp", "at-", "abcdefghij1234567890"),
  made("AI", "zaSy", "A1234567890abcdefghijklmnopqrstuvw"),
  made("AK", "IA", "IOSFODNN7EXAMPLE"),
  made("AK", "IA", "QWERTYUIOPASDFGH"),
  made("ey", "JhbGciOiJIUzI1NiJ9.ey", "JzdWIiOiIxMjM0In0.", "SflKxwRJSMeKKF2QT4fwpMeJf36POk6y"),
  made(
    "-----BEGIN RSA ",
    "PRIVATE KEY-----\n",
    `${HEX.repeat(5)}\n`.repeat(3),
    "-----END RSA PRIVATE KEY-----",
  ),
  made("-----BEGIN ", "PRIVATE KEY-----\\n", HEX.repeat(5), "\\n-----END PRIVATE KEY-----"),
  made("-----BEGIN OPENSSH ", "PRIVATE KEY-----\n", HEX.repeat(5)),
]);
