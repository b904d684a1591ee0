/** Ends a call when its time is up or its caller says so, whichever comes first. */
export interface Deadline {
  readonly signal: AbortSignal;
  isTimedOut(): boolean;
  /** Frees the timer and the caller's signal. */
  clear(): void;
}

/** Starts a deadline; `caller` may already be aborted. */
export function startDeadline(timeoutMs: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = !controller.signal.aborted;
    controller.abort();
  }, timeoutMs);
  const cancel = () => controller.abort();
  if (caller?.aborted === true) cancel();
  caller?.addEventListener("abort", cancel, { once: true });
  return {
    signal: controller.signal,
    isTimedOut: () => timedOut,
    clear: () => {
      clearTimeout(timer);
      caller?.removeEventListener("abort", cancel);
    },
  };
}

/** Settles as the promise does, or rejects as soon as the signal is aborted. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new DOMException("aborted", "AbortError"));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
