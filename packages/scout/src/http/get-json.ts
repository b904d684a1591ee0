import { describeStatus } from "./describe-status.ts";
import { type GetOptions, guardedGet } from "./guarded-get.ts";

/** Decoded JSON of a successful answer, or the one line why there is none; `isScarce` after a rate limit. */
export type JsonAnswer =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "failed"; readonly status: number | null; readonly message: string };

/** Gets a JSON document. An answer that is HTML, broken or of an error status is `failed`. Never throws. */
export async function getJson(url: string, options: Omit<GetOptions, "accept">): Promise<JsonAnswer> {
  const answer = await guardedGet(url, { ...options, accept: "application/json" });
  if (answer.kind === "failed") return { kind: "failed", status: null, message: answer.message };
  const { status, headers, bytes } = answer;
  if (status < 200 || status >= 300) {
    return { kind: "failed", status, message: describeStatus(status, headers) };
  }
  const text = new TextDecoder().decode(bytes);
  try {
    return { kind: "json", value: JSON.parse(text) };
  } catch {
    const isPage = /^\s*<(?:!doctype|html)/i.test(text) || headers.get("content-type")?.includes("text/html");
    const message =
      isPage === true ? "answered with a web page instead of JSON" : "answered with broken JSON";
    return { kind: "failed", status, message };
  }
}
