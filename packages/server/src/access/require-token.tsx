/** @jsxImportSource hono/jsx */
import { createHmac } from "node:crypto";
import { bearerOf, errorBody, isSameToken } from "@metis-curate/http";
import type { Context, MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { wantsPage } from "./wants-page.ts";

/** Holds what proves the token, not the token. */
export const TOKEN_COOKIE = "metis_curate";
const COOKIE_SECONDS = 30 * 86_400;

/**
 * Lets through who knows the token: as `Authorization: Bearer`, or by the cookie that a browser gets when it opens
 * any page with `?token=…` (answered with a redirect to the same page without it). Else 401 `unauthorized`. Tokens
 * are compared in constant time. CONTRACTS 12.
 */
export function requireToken(token: string): MiddlewareHandler {
  const proof = createHmac("sha256", token).update("metis-curate browser session").digest("hex");
  return async (c, next) => {
    const given = c.req.query("token");
    if (given !== undefined && isSameToken(given, token)) return exchange(c, proof);
    const bearer = bearerOf(c.req.header("authorization"));
    if (bearer !== null && isSameToken(bearer, token)) return next();
    if (given === undefined && bearer === null && isSameToken(getCookie(c, TOKEN_COOKIE) ?? "", proof))
      return next();
    c.header("WWW-Authenticate", 'Bearer realm="metis-curate"');
    c.header("Vary", "Accept");
    if (wantsPage(c)) return c.html(`<!doctype html>${<TokenPage />}`, 401);
    return c.json(
      errorBody("unauthorized", "send the token as Authorization: Bearer, or open a page once with ?token=…"),
      401,
    );
  };
}

/** The token leaves the address bar; from here on the cookie speaks for it. */
function exchange(c: Context, proof: string): Response {
  const url = new URL(c.req.url);
  url.searchParams.delete("token");
  setCookie(c, TOKEN_COOKIE, proof, {
    httpOnly: true,
    sameSite: "Strict",
    path: "/",
    maxAge: COOKIE_SECONDS,
    secure: url.protocol === "https:",
  });
  return c.redirect(`${url.pathname.replace(/^\/+/, "/")}${url.search}`, 303);
}

/** Says nothing about what is served here, and needs no file that a stranger may not load. */
function TokenPage() {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Token needed</title>
      </head>
      <body>
        <main>
          <h1>Token needed</h1>
          <p>Open this address once more with ?token= and the token that the server was started with.</p>
          <p>This browser then knows it for 30 days.</p>
        </main>
      </body>
    </html>
  );
}
