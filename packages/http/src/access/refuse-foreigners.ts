import type { Context, MiddlewareHandler } from "hono";
import { errorBody } from "../error-body.ts";
import type { AccessPolicy } from "./access-policy.ts";
import { type HostName, isLoopbackName, parseHostName } from "./host-name.ts";

/**
 * Refuses what a page of another site may have caused: a Host that is not ours (403 `forbidden_host`), an Origin
 * that is not the Host (403 `forbidden_origin`). CONTRACTS 12.
 */
export function refuseForeigners({ hosts }: AccessPolicy): MiddlewareHandler {
  const known = Array.isArray(hosts) ? new Set(hosts.map((name) => normalize(name))) : null;
  const isOurs = ({ name, isAddress }: HostName): boolean =>
    hosts === "any" || isLoopbackName(name) || (known !== null && (isAddress || known.has(name)));
  return async (c, next) => {
    const host = parseHostName(c.req.header("host") ?? hostOf(c.req.url));
    if (host === null || !isOurs(host)) return refuse(c, "forbidden_host", "this server has no such name");
    const origin = c.req.header("origin");
    if (origin !== undefined && !isSameOrigin(origin, host)) {
      return refuse(c, "forbidden_origin", "pages of other sites may not read this");
    }
    return next();
  };
}

/** Of a request without the header, as tests and programs in the same process make it; empty when it has none. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "";
}

function normalize(name: string): string {
  return parseHostName(name)?.name ?? name.toLowerCase();
}

/** A proxy in front may speak TLS, so the scheme is only asked for its port. */
function isSameOrigin(origin: string, host: HostName): boolean {
  const [, scheme, authority = ""] = /^(https?):\/\/([^/]*)$/i.exec(origin.trim()) ?? [];
  const given = scheme === undefined ? null : parseHostName(authority);
  if (given === null) return false;
  const standardPort = scheme?.toLowerCase() === "https" ? 443 : 80;
  const portOf = ({ port }: HostName): number => port ?? standardPort;
  return given.name === host.name && portOf(given) === portOf(host);
}

function refuse(c: Context, code: string, message: string): Response {
  return c.json(errorBody(code, message), 403);
}
