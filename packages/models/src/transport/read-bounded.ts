/** Largest response that is read. A verdict with the largest body has far less. */
export const RESPONSE_BYTES_MAX = 8 * 1024 * 1024;

export type BoundedBody =
  | { readonly kind: "whole"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "too-large" };

/** Reads a body up to a limit; what is larger is given up at once. Throws what the stream throws. */
export async function readBounded(response: Response, bytesMax: number): Promise<BoundedBody> {
  const reader = response.body?.getReader();
  if (reader === undefined) return { kind: "whole", bytes: new Uint8Array() };
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { kind: "whole", bytes: joined(chunks, length) };
    length += value.byteLength;
    if (length > bytesMax) {
      reader.cancel().catch(() => undefined);
      return { kind: "too-large" };
    }
    chunks.push(value);
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
