import { BODY_BYTES_MAX, errorBody } from "@metis-curate/http";
import type { MiddlewareHandler } from "hono";

/** Longest path with its query. */
export const URL_CHARACTERS_MAX = 8_192;

const READING_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** Refuses what a reader never sends: 405 `method_not_allowed`, 413 `body_too_large`, 414 `url_too_long`. */
export function limitRequests(): MiddlewareHandler {
  return async (c, next) => {
    if (!READING_METHODS.has(c.req.method)) {
      c.header("Allow", "GET, HEAD");
      return c.json(errorBody("method_not_allowed", "this server is only read: GET and HEAD"), 405);
    }
    const { pathname, search } = new URL(c.req.url);
    if (pathname.length + search.length > URL_CHARACTERS_MAX) {
      return c.json(errorBody("url_too_long", `more than ${URL_CHARACTERS_MAX} characters`), 414);
    }
    const declared = Number(c.req.header("content-length") ?? "0");
    if (!(declared <= BODY_BYTES_MAX) || c.req.header("transfer-encoding") !== undefined) {
      return c.json(errorBody("body_too_large", "a reader sends no body"), 413);
    }
    return next();
  };
}
