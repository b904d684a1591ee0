import type { Hono } from "hono";
import { generateSpecs } from "hono-openapi";

export type OpenApiDocument = Awaited<ReturnType<typeof generateSpecs>>;

/** The OpenAPI 3.1 document of an app's described routes; `base` is the path it is mounted under. */
export function openApiDocument(app: Hono, version: string, base: string): Promise<OpenApiDocument> {
  return generateSpecs(app, {
    documentation: {
      openapi: "3.1.0",
      info: {
        title: "Metis Curator",
        version,
        description:
          "What the curator of one skill library did, what it cost, and how each skill fares. Only read.",
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      servers: [{ url: base === "" ? "/" : base }],
      tags: [
        { name: "analytics", description: "Runs, costs and skills" },
        { name: "operation", description: "For whoever runs the server" },
      ],
      components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
      security: [{}, { token: [] }],
    },
  });
}
