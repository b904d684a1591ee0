import type { MiddlewareHandler } from "hono";
import { etag } from "hono/etag";

/** Lets a success be kept and asked about again (`ETag`, `If-None-Match`). */
export function revalidate(): MiddlewareHandler {
  const tag = etag();
  return async (c, next) => {
    await tag(c, next);
    if (c.res.ok || c.res.status === 304) c.header("Cache-Control", "private, no-cache");
  };
}
