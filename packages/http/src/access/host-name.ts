import { isIP } from "node:net";

export interface HostName {
  /** Lower case, without brackets and final dot. */
  readonly name: string;
  /** Null when the default of the scheme is meant. */
  readonly port: number | null;
  /** An IP address, not a name. */
  readonly isAddress: boolean;
}

const PORT_MAX = 65_535;
const HOST = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::(\d{1,5}))?$/;

/** Reads a Host header (`name`, `name:port`, `[::1]:port`, any case, one final dot); null for anything else. */
export function parseHostName(header: string): HostName | null {
  const [, host, digits] = HOST.exec(header.trim().toLowerCase()) ?? [];
  if (host === undefined) return null;
  const port = digits === undefined ? null : Number(digits);
  if (port !== null && port > PORT_MAX) return null;
  const isBracketed = host.startsWith("[");
  const name = isBracketed ? host.slice(1, -1) : host.replace(/\.$/, "");
  const version = isIP(name);
  if (name === "" || (isBracketed && version !== 6)) return null;
  return { name, port, isAddress: version !== 0 };
}

/** Whether a name or address can only mean this machine. */
export function isLoopbackName(name: string): boolean {
  if (name === "localhost") return true;
  if (isIP(name) === 4) return name.startsWith("127.");
  return isIP(name) === 6 && isLoopbackAddress6(name);
}

/** `::1` in every way of writing it, and the loopback addresses of version 4 inside version 6. */
function isLoopbackAddress6(address: string): boolean {
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  return canonical === "::1" || /^::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}$/.test(canonical);
}
