import { expect, test } from "bun:test";
import type { ModelAnswer } from "@metis-curate/core";
import fc from "fast-check";
import { archiveDossier, rewriteDossier } from "../support/dossiers.ts";
import { TEST_KEY, VENDORS } from "../support/vendors.ts";

const NOWHERE = { url: "http://127.0.0.1:1", openaiUrl: "http://127.0.0.1:1/v1" };

/** Parts of both vendors' answers, in places where they may or may not belong. */
const JSON_VALUE = fc.letrec((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom(
      null,
      true,
      0,
      -1,
      1.5,
      1e308,
      "",
      "end_turn",
      "refusal",
      "length",
      "text",
      TEST_KEY,
      "{}",
    ),
    fc.string({ maxLength: 20 }),
    fc.integer(),
  ),
  value: fc.oneof({ maxDepth: 5 }, tie("leaf"), fc.array(tie("value"), { maxLength: 3 }), tie("object")),
  object: fc.dictionary(
    fc.constantFrom(
      ..."type content text stop_reason stop_details explanation usage input_tokens output_tokens".split(" "),
      ..."choices message refusal finish_reason prompt_tokens completion_tokens error code verdict".split(
        " ",
      ),
      "prompt_tokens_details",
      "cached_tokens",
      "__proto__",
    ),
    tie("value"),
    { maxKeys: 6 },
  ),
})).value;

const BODY = fc.oneof(
  JSON_VALUE.map((value) => JSON.stringify(value)),
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.constantFrom("", "{", "data: {}\n\n", `<html>${TEST_KEY}</html>`),
);
const STATUS = fc.constantFrom(
  200,
  200,
  200,
  201,
  204,
  302,
  304,
  400,
  401,
  404,
  408,
  413,
  422,
  429,
  500,
  529,
  599,
);

function checkAnswer(answer: ModelAnswer): void {
  expect(JSON.stringify(answer)).not.toContain(TEST_KEY);
  if (answer.kind === "answer") {
    expect(typeof answer.text).toBe("string");
    return;
  }
  expect(answer.message).toMatch(/^\P{C}{1,500}$/u);
  if (answer.kind === "error") expect(typeof answer.sent).toBe("boolean");
}

test("whatever a server answers, a call ends in a value, and what it says is one line without the key", async () => {
  await fc.assert(
    fc.asyncProperty(STATUS, BODY, fc.constantFrom(...VENDORS), async (status, body, vendor) => {
      const isBodiless = status === 204 || status === 304;
      const fetch = () => Promise.resolve(new Response(isBodiless ? null : body, { status }));
      const model = vendor.make(NOWHERE, { fetch, timeoutMs: 120_000 });
      for (const dossier of [archiveDossier(), rewriteDossier()]) {
        const answer = await model.ask({ purpose: dossier.purpose, dossier });
        checkAnswer(answer);
        if (answer.kind === "error") expect(answer.sent).toBe(status < 300 || status >= 500);
        else expect(status).toBeLessThan(300);
      }
    }),
  );
});

test("whatever a connection fails with, a call ends in an error that may have been billed", async () => {
  const thrown = fc.oneof(
    fc.constantFrom(undefined, null, 7, "text", {}, new Error(TEST_KEY), new DOMException("x", "AbortError")),
    fc.string().map((message) => new TypeError(message)),
  );
  await fc.assert(
    fc.asyncProperty(thrown, fc.constantFrom(...VENDORS), async (error, vendor) => {
      const model = vendor.make(NOWHERE, { fetch: () => Promise.reject(error), timeoutMs: 120_000 });
      const answer = await model.ask({ purpose: "archive", dossier: archiveDossier() });
      checkAnswer(answer);
      expect(answer).toMatchObject({ kind: "error", sent: true, retry: { afterMs: null } });
    }),
    { numRuns: 30 },
  );
});
