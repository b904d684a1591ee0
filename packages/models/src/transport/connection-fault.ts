/** The address does not exist or nothing listens there: nothing can have been billed. */
const UNREACHED = new Set([
  "ECONNREFUSED",
  "ConnectionRefused",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EAI_FAIL",
  "EAI_NODATA",
  "EAI_NONAME",
  "DNSException",
  "FailedToOpenSocket",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** The secure channel was not made, so no request went through it. */
const TLS_FAULT =
  /^(?:EPROTO|CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|HOSTNAME_MISMATCH|ERR_CERT)/;

/** How a connection failed: before anything was sent, or after it may have been. */
export type ConnectionFault = "unreached" | "insecure" | "lost";

/** Reads the codes of an error and its causes; what is unknown counts as lost after sending. */
export function classifyConnectionError(error: unknown): ConnectionFault {
  const codes = codesOf(error);
  if (codes.some((code) => UNREACHED.has(code))) return "unreached";
  return codes.some((code) => TLS_FAULT.test(code)) ? "insecure" : "lost";
}

const CAUSES_MAX = 5;

function codesOf(error: unknown): readonly string[] {
  const codes: string[] = [];
  let current = error;
  for (let depth = 0; depth < CAUSES_MAX && current instanceof Error; depth++) {
    if ("code" in current && typeof current.code === "string") codes.push(current.code);
    current = current.cause;
  }
  return codes;
}
