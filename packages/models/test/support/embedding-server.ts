import { afterEach } from "bun:test";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface EmbeddingRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model: string;
    readonly input: readonly string[];
    readonly encoding_format: string;
  };
}

export interface EmbeddingReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface EmbeddingServer {
  /** With `/v1`. */
  readonly baseUrl: string;
  readonly origin: string;
  readonly requests: readonly EmbeddingRequest[];
}

const open: Server[] = [];

afterEach(() => {
  for (const server of open.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A server for one test with the embeddings API; null from the script is silence. */
export async function embeddingServer(
  script: (request: EmbeddingRequest, index: number) => EmbeddingReply | null,
): Promise<EmbeddingServer> {
  const requests: EmbeddingRequest[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      const request = { path: incoming.url ?? "", headers: incoming.headers, body };
      requests.push(request);
      const reply = script(request, requests.length - 1);
      if (reply === null) return;
      response.writeHead(reply.status ?? 200, { "content-type": "application/json", ...reply.headers });
      response.end(reply.body);
    });
  });
  open.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { baseUrl: `${origin}/v1`, origin, requests };
}

/** The answer with one vector per text: its length and its number of words. */
export function vectorsFor({ body }: EmbeddingRequest): EmbeddingReply {
  const data = body.input.map((text, index) => ({ object: "embedding", index, embedding: vectorOf(text) }));
  return { body: JSON.stringify({ object: "list", model: body.model, data }) };
}

export function vectorOf(text: string): readonly number[] {
  return [text.length, text.split(" ").length];
}
