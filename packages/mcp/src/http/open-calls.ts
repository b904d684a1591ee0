/** Knows the calls whose answer is not out yet, so that a server can stop when all are. */
export class OpenCalls {
  #open = 0;
  #waiting: (() => void)[] = [];

  /** Counts one call until its answer was read to the end or given up. */
  async track(answering: () => Promise<Response>): Promise<Response> {
    this.#open += 1;
    try {
      return this.#untilRead(await answering());
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  /** Resolves when no call is open, or after `graceMs`. */
  settled(graceMs: number): Promise<void> {
    if (this.#open === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, graceMs);
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #untilRead(answer: Response): Response {
    if (answer.body === null) {
      this.#end();
      return answer;
    }
    const reader = answer.body.getReader();
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          controller.close();
        } catch (error) {
          controller.error(error);
        }
        this.#end();
      },
      cancel: (reason) => {
        this.#end();
        return reader.cancel(reason);
      },
    });
    return new Response(body, answer);
  }

  #end(): void {
    this.#open -= 1;
    if (this.#open > 0) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
