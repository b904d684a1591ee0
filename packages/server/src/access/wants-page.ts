import type { Context } from "hono";

/** Whether a browser asks: programs that take anything get JSON. */
export function wantsPage(c: Context): boolean {
  const kinds = (c.req.header("accept") ?? "").split(",");
  return kinds.some(
    (kind) => /^\s*text\/html\s*(?:;|$)/i.test(kind) && !/;\s*q=0(?:\.0*)?\s*(?:;|$)/i.test(kind),
  );
}
