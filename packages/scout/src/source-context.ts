import type { FetchFunction } from "./http/guarded-get.ts";

/** Addresses of the services, without a slash at the end. */
export interface SourceAddresses {
  readonly skillsSh: string;
  /** Of GitHub's REST API. */
  readonly github: string;
}

export const PUBLIC_ADDRESSES: SourceAddresses = {
  skillsSh: "https://skills.sh",
  github: "https://api.github.com",
};

export interface SourceContext {
  readonly addresses: SourceAddresses;
  /** For GitHub's API alone; null without. */
  readonly githubToken: string | null;
  readonly fetch: FetchFunction;
  /** Of one request. */
  readonly timeoutMs: number;
}
