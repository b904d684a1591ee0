import type { HookFrame } from "../hook/make-translation.ts";

/** A call whose result has not come yet. */
export interface PendingCall {
  readonly frame: HookFrame;
  readonly name: string;
  readonly input: unknown;
  /** The skill that the runtime says is in force; null where it says nothing. */
  readonly inForce: string | null;
}

/** More calls are not open at once; the oldest has no result then. */
const CALLS_MAX = 256;

/** Calls of one source by their id, until their results come. */
export class PendingCalls {
  private readonly calls = new Map<string, PendingCall>();

  add(id: string, call: PendingCall): void {
    this.calls.set(id, call);
    const oldest = this.calls.size > CALLS_MAX ? this.calls.keys().next().value : undefined;
    if (oldest !== undefined) this.calls.delete(oldest);
  }

  /** The call, which is open no longer; null where there is none. */
  take(id: string): PendingCall | null {
    const call = this.calls.get(id) ?? null;
    this.calls.delete(id);
    return call;
  }
}
