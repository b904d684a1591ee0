import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";

/** Data for programs: nothing in it may be run, framed or loaded. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * Headers of every answer: nothing may be sniffed, framed, sent on or stored, unless the route set its own
 * Content-Security-Policy or Cache-Control. HSTS means nothing on loopback.
 */
export function protectAnswers(): MiddlewareHandler {
  const headers = secureHeaders({ strictTransportSecurity: false, xFrameOptions: "DENY" });
  return async (c, next) => {
    await headers(c, next);
    if (!c.res.headers.has("Content-Security-Policy")) c.header("Content-Security-Policy", DATA_POLICY);
    if (!c.res.headers.has("Cache-Control")) c.header("Cache-Control", "no-store");
  };
}
