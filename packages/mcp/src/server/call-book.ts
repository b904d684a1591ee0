/** Counts what is being done, so that a server can stop when it is done. */
export class CallBook {
  #running = 0;
  #waiting: (() => void)[] = [];

  get running(): number {
    return this.#running;
  }

  async track<T>(work: () => Promise<T>): Promise<T> {
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#release();
    }
  }

  /** Resolves when nothing is running, or after `graceMs`. */
  settled(graceMs: number): Promise<void> {
    if (this.#running === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, graceMs);
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #release(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
