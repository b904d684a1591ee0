import type { Rejection } from "../vendor/index.ts";
import type { OpenAiDialect } from "./openai-request.ts";

const REFUSES_BODY: ReadonlySet<number> = new Set([400, 422]);

/**
 * Returns how to ask a server that refused a request for the way it was asked: under `/v1` when nothing is served at the
 * root, by the other name of the token limit, without an effort, without a schema. Null when none of these was the
 * reason; never returns to a way that was left.
 */
export function nextOpenAiDialect(
  dialect: OpenAiDialect,
  { status, message }: Rejection,
  isRootUrl: boolean,
): OpenAiDialect | null {
  if (status === 404 && isRootUrl && dialect.prefix === "") return { ...dialect, prefix: "/v1" };
  if (!REFUSES_BODY.has(status)) return null;
  if (dialect.limitKey === "max_tokens" && /max_completion_tokens/.test(message)) {
    return { ...dialect, limitKey: "max_completion_tokens" };
  }
  if (dialect.hasEffort && /reasoning/i.test(message)) return { ...dialect, hasEffort: false };
  const isAboutFormat = /response_format|json_schema|structured|schema|grammar/i.test(message);
  return dialect.isStructured && isAboutFormat ? { ...dialect, isStructured: false } : null;
}
