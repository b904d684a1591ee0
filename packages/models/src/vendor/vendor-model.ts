import type { AuxiliaryModel, Dossier, ModelAnswer, ModelRequest } from "@metis-curate/core";
import {
  boundingDossier,
  findSizeObstacle,
  outputTokensMax,
  requestTimeoutMs,
  utf8Bytes,
} from "../limits/index.ts";
import { renderPrompt, restoreHidden } from "../prompts/index.ts";
import { startDeadline } from "../transport/index.ts";
import { attemptCall } from "./attempt-call.ts";
import type { VendorClient, VendorRequest, VendorSpec } from "./vendor-spec.ts";

/** What a provider bills beyond the bytes of a request: its own framing, and the schema said once more (CONTRACTS 9.2). */
export const FRAMING_TOKENS = 1_000;

/** Ways of asking that are tried within one call; a refused one is not billed. */
const DIALECTS_TRIED_MAX = 5;

/** Returns the model of a vendor: upper bounds, one bounded paid call, and every failure as a value. */
export function vendorModel<TBody, TDialect>(spec: VendorSpec<TBody, TDialect>): AuxiliaryModel {
  const requestOf = (dossier: Dossier): VendorRequest => ({
    purpose: dossier.purpose,
    prompt: renderPrompt(dossier),
    maxTokens: outputTokensMax(dossier) + spec.limits.reasoningTokens,
  });
  const boundsOf = (dossier: Dossier) => {
    const request = requestOf(dossier);
    const body = JSON.stringify(spec.bodyOf(request, spec.firstDialect));
    return { inputTokens: utf8Bytes(body) + FRAMING_TOKENS, outputTokens: request.maxTokens };
  };
  const ask = asker(spec);
  return {
    id: spec.id,
    free: false,
    ask: async ({ dossier }: ModelRequest, signal?: AbortSignal) => {
      const answer = await ask(requestOf(dossier), signal);
      return answer.kind === "answer" ? { ...answer, text: restoreHidden(answer.text, dossier) } : answer;
    },
    estimate: ({ dossier }) => ({
      ...boundsOf(boundingDossier(dossier)),
      cachedInputTokens: 0,
      cacheCreationInputTokens: 0,
    }),
    findObstacle: ({ dossier }) => findSizeObstacle(dossier, () => boundsOf(dossier), spec.limits),
  };
}

type Ask = (request: VendorRequest, signal?: AbortSignal) => Promise<ModelAnswer>;

/** What the server understands is remembered from one call to the next. */
function asker<TBody, TDialect>(spec: VendorSpec<TBody, TDialect>): Ask {
  let dialect = spec.firstDialect;
  return async (request, signal) => {
    const client = await loadClient(spec);
    if (client === null) {
      return {
        kind: "error",
        message: `${spec.id}: its SDK is not installed; use --model rules`,
        sent: false,
      };
    }
    const timeoutMs = Math.ceil(spec.timeoutMs ?? requestTimeoutMs(request.maxTokens));
    const deadline = startDeadline(timeoutMs, signal);
    try {
      for (let tried = 1; ; tried++) {
        const context = { spec, client, dialect, timeoutMs, deadline };
        const { answer, rejection } = await attemptCall(context, spec.bodyOf(request, dialect));
        if (rejection === null || tried === DIALECTS_TRIED_MAX) return answer;
        const next = spec.nextDialect(dialect, rejection);
        if (next === null) return answer;
        dialect = next;
      }
    } finally {
      deadline.clear();
    }
  };
}

async function loadClient<TBody, TDialect>(
  spec: VendorSpec<TBody, TDialect>,
): Promise<VendorClient<TBody, TDialect> | null> {
  try {
    return await spec.load();
  } catch {
    return null;
  }
}
