/** Who may ask an app (CONTRACTS 12). */
export interface AccessPolicy {
  /**
   * Host names, without ports, that a request may name. `loopback`: localhost and the addresses of this machine
   * alone. A list: these names, loopback, and any address. `any`: whatever stands in front checks. A name that is
   * not allowed is refused, which is what stops DNS rebinding; an address cannot be rebound.
   */
  readonly hosts: "loopback" | "any" | readonly string[];
  /** What every request must prove to know; null when nothing is needed. */
  readonly token: string | null;
}

export const LOOPBACK_ACCESS: AccessPolicy = { hosts: "loopback", token: null };
