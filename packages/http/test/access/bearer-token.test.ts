import { expect, test } from "bun:test";
import { Hono } from "hono";
import { bearerOf, isSameToken, requireBearer } from "../../src/index.ts";

const TOKEN = "a-token-of-sixteen-or-more";

test.each([
  [`Bearer ${TOKEN}`, TOKEN],
  [`bearer   ${TOKEN} `, TOKEN],
  [TOKEN, null],
  ["Bearer", null],
  ["Bearer ", null],
  [`Bearer ${TOKEN} more`, null],
  [`Basic ${TOKEN}`, null],
  ["", null],
  [undefined, null],
])("the token of %j is %j", (header, token) => {
  expect(bearerOf(header)).toBe(token);
});

test("a token is the same only when all of it is", () => {
  expect(isSameToken(TOKEN, TOKEN)).toBe(true);
  for (const other of ["", TOKEN.slice(1), `${TOKEN}x`, TOKEN.toUpperCase()]) {
    expect(isSameToken(other, TOKEN)).toBe(false);
  }
});

test("who does not send it is asked for it, and told nothing", async () => {
  const app = new Hono().use(requireBearer(TOKEN)).get("/", (c) => c.text("in"));
  expect(await (await app.request("/", { headers: { authorization: `Bearer ${TOKEN}` } })).text()).toBe("in");
  for (const headers of [{}, { authorization: "Bearer x" }, { cookie: `token=${TOKEN}` }]) {
    const answer = await app.request(`/?token=${TOKEN}`, { headers });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toStartWith("Bearer");
    expect(await answer.text()).not.toContain(TOKEN);
  }
});
