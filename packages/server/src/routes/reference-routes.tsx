/** @jsxImportSource hono/jsx */
import { type Context, Hono } from "hono";
import { openApiDocument } from "../reference/openapi-document.ts";
import { REFERENCE_POLICY, ReferencePage } from "../reference/reference-page.tsx";

const DOCUMENT = "/openapi.json";
const PAGE = "/reference";

/** `GET /openapi.json`, generated from the schemas of `described`, and `/reference`, the same for people. */
export function referenceRoutes(described: Hono, version: string): Hono {
  const app = new Hono();
  app.get(DOCUMENT, async (c) => c.json(await openApiDocument(described, version, baseOf(c, DOCUMENT))));
  app.get(PAGE, async (c) => {
    const document = await openApiDocument(described, version, baseOf(c, PAGE));
    c.header("Content-Security-Policy", REFERENCE_POLICY);
    return c.html(`<!doctype html>${<ReferencePage document={document} />}`);
  });
  return app;
}

/** The path that another app mounted this one under; empty for none. */
function baseOf(c: Context, own: string): string {
  const { pathname } = new URL(c.req.url);
  return pathname.endsWith(own) ? pathname.slice(0, -own.length) : "";
}
