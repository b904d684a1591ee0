import { describe, expect, test } from "bun:test";
import { replyRateLimited, replyWith, type ServerReply } from "@metis-curate/testkit";
import { archiveDossier } from "../support/dossiers.ts";
import { serve } from "../support/servers.ts";
import { TEST_KEY, VENDORS } from "../support/vendors.ts";

const REQUEST = { purpose: "archive", dossier: archiveDossier() } as const;
const KEEP = replyWith({ action: "keep", reason: "in use" });

const SENT_AND_RETRY = { kind: "error", sent: true, retry: { afterMs: null } };
const CASES: readonly (readonly [string, ServerReply, object])[] = [
  ["500", { kind: "error", status: 500 }, SENT_AND_RETRY],
  ["502", { kind: "error", status: 502 }, SENT_AND_RETRY],
  ["503", { kind: "error", status: 503 }, SENT_AND_RETRY],
  ["504", { kind: "error", status: 504 }, SENT_AND_RETRY],
  ["529", { kind: "error", status: 529 }, SENT_AND_RETRY],
  ["429", replyRateLimited(), { kind: "error", sent: false, retry: { afterMs: null } }],
  ["429 with seconds", replyRateLimited("7"), { kind: "error", sent: false, retry: { afterMs: 7_000 } }],
  ["429 with nonsense", replyRateLimited("soon"), { kind: "error", sent: false, retry: { afterMs: null } }],
  ["a line cut after the request", { kind: "drop", after: "request" }, SENT_AND_RETRY],
  ["a line cut in the answer", { kind: "drop", after: "headers" }, SENT_AND_RETRY],
];

const FINAL: readonly (readonly [string, ServerReply, boolean])[] = [
  ["400", { kind: "error", status: 400 }, false],
  ["401", { kind: "error", status: 401 }, false],
  ["402", { kind: "error", status: 402 }, false],
  ["403", { kind: "error", status: 403 }, false],
  ["404", { kind: "error", status: 404 }, false],
  ["413", { kind: "error", status: 413 }, false],
  ["501", { kind: "error", status: 501 }, true],
  ["half an answer", { kind: "cut-body", text: "{}" }, true],
  ["an empty answer", { kind: "raw", status: 200, body: "" }, true],
  ["an answer of another API", { kind: "raw", status: 200, body: '{"response":"hello"}' }, true],
  [
    "an error called success",
    { kind: "raw", status: 200, body: '{"type":"error","error":{"message":"no"}}' },
    true,
  ],
  ["a list", { kind: "raw", status: 200, body: "[1,2]" }, true],
  ["null", { kind: "raw", status: 200, body: "null" }, true],
  ["no content", { kind: "raw", status: 204, body: "" }, true],
];

describe.each(VENDORS)("$name", (vendor) => {
  test.each(CASES)("%s may pass by itself", async (_, reply, expected) => {
    expect(await vendor.make(await serve(reply)).ask(REQUEST)).toMatchObject(expected);
  });

  test.each(FINAL)("%s is not tried again", async (_, reply, sent) => {
    const answer = await vendor.make(await serve(reply)).ask(REQUEST);
    expect(answer).toMatchObject({ kind: "error", sent });
    expect(answer).not.toHaveProperty("retry");
  });

  test("a date says how long to wait", async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    const answer = await vendor.make(await serve(replyRateLimited(inAnHour))).ask(REQUEST);
    if (answer.kind !== "error") throw new Error("no error");
    expect(answer.retry?.afterMs).toBeGreaterThan(3_500_000);
    expect(answer.retry?.afterMs).toBeLessThanOrEqual(3_600_000);
  });

  test("a server that does not answer is left after the time-out, which may be billed", async () => {
    const server = await serve({ kind: "silence" });
    const answer = await vendor.make(server, { timeoutMs: 60 }).ask(REQUEST);
    expect(answer).toMatchObject(SENT_AND_RETRY);
    expect(answer).toMatchObject({ message: expect.stringContaining("no answer within 1 s") });
    // On a busy machine the time is over before the request has arrived.
    if (server.requests.length > 0) await server.abandonedBy(1);
  });

  test("an answer whose rest never comes is left after the time-out", async () => {
    const never = new ReadableStream<Uint8Array>({
      start: (control) => control.enqueue(new Uint8Array([123])),
    });
    const fetch = () => Promise.resolve(new Response(never, { status: 200 }));
    const model = vendor.make(
      { url: "http://127.0.0.1:1", openaiUrl: "http://127.0.0.1:1/v1" },
      { timeoutMs: 40, fetch },
    );
    expect(await model.ask(REQUEST)).toMatchObject(SENT_AND_RETRY);
  });

  test("a call cancelled on its way may be billed and is not tried again", async () => {
    const server = await serve({ kind: "silence" });
    const controller = new AbortController();
    const asked = vendor.make(server).ask(REQUEST, controller.signal);
    await server.received(1);
    controller.abort();
    const answer = await asked;
    expect(answer).toMatchObject({
      kind: "error",
      sent: true,
      message: expect.stringContaining("cancelled"),
    });
    expect(answer).not.toHaveProperty("retry");
    await server.abandonedBy(1);
  });

  test("a call cancelled before it left costs nothing", async () => {
    const server = await serve(KEEP);
    expect(await vendor.make(server).ask(REQUEST, AbortSignal.abort())).toMatchObject({
      kind: "error",
      sent: false,
    });
    expect(server.requests).toEqual([]);
  });

  test("where nothing listens nothing was sent", async () => {
    const model = vendor.make({ url: "http://127.0.0.1:1", openaiUrl: "http://127.0.0.1:1/v1" });
    expect(await model.ask(REQUEST)).toMatchObject({
      kind: "error",
      sent: false,
      retry: { afterMs: null },
      message: expect.stringContaining("cannot reach http://127.0.0.1:1;"),
    });
  });

  test.each([301, 302, 307, 308] as const)("a redirect (%d) is not followed", async (status) => {
    const elsewhere = await serve(KEEP);
    const server = await serve({ kind: "redirect", status, location: `${elsewhere.url}/v1/messages` });
    const answer = await vendor.make(server).ask(REQUEST);
    expect(answer).toMatchObject({ kind: "error", sent: false });
    expect(answer).toMatchObject({ message: expect.stringContaining("redirect") });
    expect(elsewhere.requests).toEqual([]);
    expect(elsewhere.faults).toEqual([]);
  });

  test("an endless answer is given up", async () => {
    const chunk = new Uint8Array(1024 * 1024).fill(32);
    let given = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (control) => {
        given++;
        control.enqueue(chunk);
      },
    });
    const fetch = () => Promise.resolve(new Response(endless, { status: 200 }));
    const model = vendor.make({ url: "http://127.0.0.1:1", openaiUrl: "http://127.0.0.1:1/v1" }, { fetch });
    expect(await model.ask(REQUEST)).toMatchObject({
      kind: "error",
      sent: true,
      message: expect.stringContaining("larger than 8 MiB"),
    });
    expect(given).toBeLessThan(12);
  });

  test("a refused key is named by its variable", async () => {
    const answer = await vendor.make(await serve({ kind: "error", status: 401 })).ask(REQUEST);
    expect(answer).toMatchObject({ message: expect.stringContaining(`check ${vendor.keyName} (401)`) });
  });

  test("a message is one short line without key, headers or body", async () => {
    const hostile = `bad\nrequest \u001b[31m${TEST_KEY} ${TEST_KEY.slice(3, 20)} ${"x".repeat(5_000)}`;
    for (const status of [400, 401, 403, 404, 429, 500]) {
      const server = await serve({
        kind: "error",
        status,
        message: hostile,
        headers: { "x-secret": "header-text" },
      });
      const answer = await vendor.make(server).ask(REQUEST);
      if (answer.kind !== "error") throw new Error("no error");
      expect(answer.message).not.toContain(TEST_KEY.slice(3, 20));
      expect(answer.message).not.toContain("header-text");
      expect(answer.message).toMatch(/^[\P{C}]{1,420}$/u);
    }
  });

  test("a body that is no JSON stays out of the message", async () => {
    const answer = await vendor
      .make(await serve({ kind: "raw", status: 500, body: "<html>internal: /srv/app/secret.py</html>" }))
      .ask(REQUEST);
    expect(JSON.stringify(answer)).not.toContain("secret.py");
  });
});
