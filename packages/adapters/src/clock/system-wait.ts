import { setTimeout as sleep } from "node:timers/promises";

/** Passes real time; an aborted signal ends it at once. Never rejects. */
export async function systemWait(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  }
}
