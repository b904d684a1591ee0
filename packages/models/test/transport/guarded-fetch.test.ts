import { expect, test } from "bun:test";
import { newExchange } from "../../src/transport/exchange.ts";
import { type FetchFunction, guardedFetch } from "../../src/transport/guarded-fetch.ts";

const URL_OF_TEST = "http://127.0.0.1:1/v1/messages";

function guarded(fetch: FetchFunction, authorization: string | null = null) {
  const exchange = newExchange();
  const { signal } = new AbortController();
  return { exchange, fetch: guardedFetch({ fetch, url: URL_OF_TEST, authorization, signal, exchange }) };
}

test("proxies, unchecked certificates, printed headers and redirects are turned off, whatever the SDK says", async () => {
  const inits: RequestInit[] = [];
  const { fetch } = guarded((_, init) => {
    inits.push(init);
    return Promise.resolve(new Response("{}"));
  });
  await fetch(URL_OF_TEST, { redirect: "follow", method: "GET" });
  expect(inits[0]).toMatchObject({
    method: "POST",
    redirect: "manual",
    proxy: false,
    verbose: false,
    tls: { rejectUnauthorized: true },
  } as object);
});

test("a request to another address does not leave", async () => {
  const { exchange, fetch } = guarded(() => Promise.reject(new Error("called")));
  await expect(fetch("http://elsewhere.example/v1/messages", {})).rejects.toThrow("another address");
  expect(exchange.stage).toBe("unsent");
});

test("a credential that cannot be a header does not leave", async () => {
  const { exchange, fetch } = guarded(() => Promise.reject(new Error("called")), "Bearer a\nb");
  await expect(fetch(URL_OF_TEST, {})).rejects.toThrow();
  expect(exchange.stage).toBe("unsent");
});

test("only known headers pass", async () => {
  const seen: Headers[] = [];
  const { fetch } = guarded((_, init) => {
    seen.push(new Headers(init.headers));
    return Promise.resolve(new Response("{}"));
  });
  const headers = {
    "x-evil": "1",
    authorization: "Bearer other",
    "anthropic-version": "2026-10-21",
    cookie: "a",
  };
  await fetch(URL_OF_TEST, { headers });
  expect([...(seen[0] ?? new Headers()).keys()].sort()).toEqual([
    "accept",
    "anthropic-version",
    "content-type",
  ]);
});

test("the body of an error is kept for its message, that of a success is not", async () => {
  const failed = guarded(() => Promise.resolve(new Response('{"error":"no"}', { status: 400 })));
  await failed.fetch(URL_OF_TEST, {});
  expect(failed.exchange).toMatchObject({ stage: "read", status: 400, errorText: '{"error":"no"}' });
  const succeeded = guarded(() => Promise.resolve(new Response('{"a":1}')));
  expect(await (await succeeded.fetch(URL_OF_TEST, {})).json()).toEqual({ a: 1 });
  expect(succeeded.exchange.errorText).toBe("");
});
