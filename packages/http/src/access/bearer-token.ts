import { createHash, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { errorBody } from "../error-body.ts";

/**
 * Lets through who sends the token as `Authorization: Bearer`, compared in constant time; else 401 `unauthorized`.
 * Never looks at the query or at cookies: those are for browsers.
 */
export function requireBearer(token: string): MiddlewareHandler {
  return async (c, next) => {
    const given = bearerOf(c.req.header("authorization"));
    if (given !== null && isSameToken(given, token)) return next();
    c.header("WWW-Authenticate", 'Bearer realm="metis-curate"');
    return c.json(errorBody("unauthorized", "send the token as Authorization: Bearer"), 401);
  };
}

/** Returns the token of an Authorization header; null when it holds none. */
export function bearerOf(header: string | undefined): string | null {
  return /^Bearer +(\S+)\s*$/i.exec(header ?? "")?.[1] ?? null;
}

/** Both are hashed first, so that neither length nor content shows in the time it takes. */
export function isSameToken(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest();
}
