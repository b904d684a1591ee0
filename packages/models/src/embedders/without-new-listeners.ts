/** Events on which an emulated system call layer listens, to end the whole process. */
const EVENTS = ["uncaughtException", "unhandledRejection"] as const;

/** Does something, then takes away the listeners for crashes of the process that were added meanwhile. */
export async function withoutNewListeners<T>(work: () => Promise<T>): Promise<T> {
  const before = new Map(EVENTS.map((event) => [event, new Set(process.rawListeners(event))]));
  try {
    return await work();
  } finally {
    for (const [event, known] of before) {
      for (const listener of process.rawListeners(event)) {
        if (!known.has(listener)) process.removeListener(event, listener as () => void);
      }
    }
  }
}
