import type { JSONRPCMessage } from "@modelcontextprotocol/server";

/** The requests of a connection that are not answered yet. */
export class OpenQuestions {
  readonly #ids = new Set<string | number>();
  #waiting: (() => void)[] = [];

  get isEmpty(): boolean {
    return this.#ids.size === 0;
  }

  /** A cancelled request gets no answer. */
  noteReceived(message: JSONRPCMessage): void {
    if (!("method" in message)) return;
    if ("id" in message) this.#ids.add(message.id);
    if (message.method !== "notifications/cancelled") return;
    const requestId = message.params?.["requestId"];
    if (typeof requestId === "string" || typeof requestId === "number") this.#settle(requestId);
  }

  noteSent(message: JSONRPCMessage): void {
    if (!("method" in message) && message.id !== undefined) this.#settle(message.id);
  }

  /** Resolves when all are answered, or after `graceMs`. */
  answered(graceMs: number): Promise<void> {
    if (this.isEmpty) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, graceMs);
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #settle(id: string | number): void {
    this.#ids.delete(id);
    if (!this.isEmpty) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
