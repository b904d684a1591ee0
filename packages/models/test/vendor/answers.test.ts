import { describe, expect, test } from "bun:test";
import { decodeVerdict } from "@metis-curate/core";
import { replyFenced, replyHuge, replyWith } from "@metis-curate/testkit";
import { archiveDossier } from "../support/dossiers.ts";
import { serve } from "../support/servers.ts";
import { VENDORS } from "../support/vendors.ts";

const DOSSIER = archiveDossier();
const REQUEST = { purpose: "archive", dossier: DOSSIER } as const;
const KEEP = { action: "keep", reason: "needed once a year" };

describe.each(VENDORS)("$name", (vendor) => {
  test("an answer comes as text with the tokens that the provider billed", async () => {
    const server = await serve(replyWith({ action: "archive", rationale: "unused" }));
    const answer = await vendor.make(server).ask(REQUEST);
    const tokens = server.ledger[0]?.tokens;
    expect(answer).toEqual({
      kind: "answer",
      text: '{"action":"archive","rationale":"unused"}',
      usage: {
        inputTokens: tokens?.input ?? -1,
        outputTokens: tokens?.output ?? -1,
        cachedInputTokens: 0,
        cacheCreationInputTokens: 0,
      },
      truncated: false,
    });
  });

  test("a structured answer is taken out of its envelope", async () => {
    const server = await serve(replyWith({ verdict: KEEP }));
    expect(await vendor.make(server).ask(REQUEST)).toMatchObject({ text: JSON.stringify(KEEP) });
  });

  test("an answer in a fence with prose around it can be decoded", async () => {
    const answer = await vendor.make(await serve(replyFenced(KEEP))).ask(REQUEST);
    if (answer.kind !== "answer") throw new Error(answer.message);
    expect(decodeVerdict(answer.text, DOSSIER)).toEqual({
      kind: "verdict",
      verdict: { action: "keep", reason: "needed once a year" },
    });
  });

  test("an answer of another shape comes through for core to refuse, and is counted", async () => {
    const server = await serve(replyWith({ action: "delete", target: "everything" }));
    const answer = await vendor.make(server).ask(REQUEST);
    if (answer.kind !== "answer") throw new Error(answer.message);
    expect(decodeVerdict(answer.text, DOSSIER).kind).toBe("malformed");
    expect(answer.usage.outputTokens).toBe(server.ledger[0]?.tokens.output ?? -1);
  });

  test("an answer that the token limit ended is truncated", async () => {
    const answer = await vendor.make(await serve(replyHuge(40_000))).ask(REQUEST);
    expect(answer).toMatchObject({ kind: "answer", truncated: true });
  });

  test("cached tokens are counted apart from the others", async () => {
    const server = await serve(replyWith(KEEP, { cache: { readTokens: 300 } }));
    const answer = await vendor.make(server).ask(REQUEST);
    if (answer.kind !== "answer") throw new Error(answer.message);
    expect(answer.usage).toMatchObject({
      inputTokens: server.ledger[0]?.tokens.input ?? -1,
      cachedInputTokens: 300,
    });
  });

  test("a refusal of the model is one, with its reason and its cost", async () => {
    const server = await serve({ kind: "refusal", message: "this looks\nharmful" });
    const answer = await vendor.make(server).ask(REQUEST);
    expect(answer).toMatchObject({
      kind: "refused",
      message: "the model refused to answer: this looks harmful",
      usage: { inputTokens: server.ledger[0]?.tokens.input ?? -1 },
    });
  });

  test.each([
    ["missing", "missing" as const],
    ["empty", { claimed: {} }],
    ["null", { claimed: null }],
    [
      "negative",
      { claimed: { input_tokens: -5, output_tokens: -5, prompt_tokens: -5, completion_tokens: -5 } },
    ],
    [
      "fractions",
      { claimed: { input_tokens: 1.5, output_tokens: 2, prompt_tokens: 1.5, completion_tokens: 2 } },
    ],
    [
      "text",
      { claimed: { input_tokens: "10", output_tokens: 2, prompt_tokens: "10", completion_tokens: 2 } },
    ],
  ])("counts that are %s do not read as free", async (_, usage) => {
    const answer = await vendor.make(await serve(replyWith(KEEP, { usage }))).ask(REQUEST);
    if (answer.kind !== "answer") throw new Error(answer.message);
    expect(Number.isSafeInteger(answer.usage.inputTokens) && answer.usage.inputTokens >= 0).toBe(false);
  });

  test("a key that the server repeats does not come through", async () => {
    const { TEST_KEY } = await import("../support/vendors.ts");
    const server = await serve(replyWith({ action: "keep", reason: `your key is ${TEST_KEY}` }));
    const answer = await vendor.make(server).ask(REQUEST);
    expect(JSON.stringify(answer)).not.toContain(TEST_KEY);
    expect(answer.kind).toBe("answer");
  });

  test("the SDK is asked once and never retries by itself", async () => {
    for (const status of [429, 500, 529]) {
      const server = await serve({ kind: "error", status });
      await vendor.make(server).ask(REQUEST);
      expect(server.requests, String(status)).toHaveLength(1);
    }
  });
});
