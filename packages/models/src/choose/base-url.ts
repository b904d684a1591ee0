export type ParsedBaseUrl =
  | { readonly kind: "url"; readonly url: string }
  /** One line: what is wrong and what to do. */
  | { readonly kind: "bad"; readonly message: string };

/**
 * Reads `curator.base_url`, or another `setting` of the kind (CONTRACTS 11): http or https, no credentials in it, no
 * query, no fragment. Plain http only to this machine or a private network: elsewhere skill text and the key would
 * travel unencrypted. Never throws.
 */
export function parseBaseUrl(text: string, setting = "curator.base_url"): ParsedBaseUrl {
  const bad = (what: string): ParsedBaseUrl => ({ kind: "bad", message: `${setting} ${what}` });
  const url = parseUrl(text.trim());
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
    return bad("is no http or https address");
  }
  if (url.username !== "" || url.password !== "") {
    return bad("holds credentials; put the key into the environment instead");
  }
  if (url.search !== "" || url.hash !== "") return bad("must end with a path, without ? or #");
  if (url.protocol === "http:" && !isPrivateHost(url.hostname)) {
    return bad("would send skills and the key unencrypted; use https");
  }
  return { kind: "url", url: `${url.origin}${url.pathname.replace(/\/+$/, "")}` };
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

const PRIVATE_NAME = /^(?:localhost|[a-z0-9_-]+|.+\.(?:localhost|local|lan|internal|home\.arpa))\.?$/i;

/** This machine, a private, link-local or carrier-grade address, or a name that no public server can have. */
function isPrivateHost(hostname: string): boolean {
  if (hostname.startsWith("[")) return isPrivateIpv6(hostname.slice(1, -1));
  const parts = hostname.split(".").map(Number);
  if (parts.length === 4 && parts.every((part) => Number.isInteger(part))) return isPrivateIpv4(parts);
  return PRIVATE_NAME.test(hostname);
}

function isPrivateIpv4([a = 0, b = 0]: readonly number[]): boolean {
  if (a === 127 || a === 10) return true;
  if (a === 172) return b >= 16 && b <= 31;
  if (a === 192) return b === 168;
  if (a === 169) return b === 254;
  return a === 100 && b >= 64 && b <= 127;
}

function isPrivateIpv6(address: string): boolean {
  return address === "::1" || /^f[cd]/i.test(address) || /^fe[89ab]/i.test(address);
}
