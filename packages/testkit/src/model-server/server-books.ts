import type { ServerResponse } from "node:http";
import type { ServedRequest } from "./served-request.ts";
import type { LedgerEntry } from "./server-bill.ts";

/** The other end of one request. */
export interface ServedClient {
  /** It went away before a reply. */
  isGone(): boolean;
  /** From now on an end of the connection is the server's doing. */
  replied(): void;
}

/** All a server writes down. */
export interface ServerBooks {
  readonly requests: ServedRequest[];
  readonly faults: string[];
  readonly ledger: LedgerEntry[];
  readonly abandoned: number[];
  receive(request: ServedRequest, response: ServerResponse): ServedClient;
  /** Resolves as soon as this holds; looked at whenever a request comes or a client goes. */
  until(holds: () => boolean): Promise<void>;
}

export function openBooks(): ServerBooks {
  const requests: ServedRequest[] = [];
  const abandoned: number[] = [];
  const waiting = new Set<() => void>();
  const changed = () => {
    for (const check of [...waiting]) check();
  };
  const receive = (request: ServedRequest, response: ServerResponse): ServedClient => {
    let isReplied = false;
    let isGone = false;
    requests.push(request);
    response.on("close", () => {
      if (isReplied) return;
      isGone = true;
      abandoned.push(request.index);
      changed();
    });
    changed();
    return {
      isGone: () => isGone,
      replied: () => {
        isReplied = true;
      },
    };
  };
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!holds()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  return { requests, faults: [], ledger: [], abandoned, receive, until };
}
