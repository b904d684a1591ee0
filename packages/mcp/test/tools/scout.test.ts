import { expect, test } from "bun:test";
import { call, connect } from "../support/connect.ts";
import { fakeScout } from "../support/fake-scout.ts";
import { mcpFixture } from "../support/mcp-fixture.ts";

test("searching asks for what the client asked", async () => {
  const scout = fakeScout();
  const client = await connect(mcpFixture({ place: { scout } }).mcp);
  expect((await call(client, "skill_scout", { query: "pdf" })).report).toMatchObject({
    skills: [{ id: "a1" }],
  });
  await call(client, "skill_scout", { gaps_only: true });
  expect(scout.asked).toEqual([
    { query: "pdf", gapsOnly: false },
    { query: null, gapsOnly: true },
  ]);
});

test("adopting takes a look first, and then only what was looked at, never by force", async () => {
  const scout = fakeScout();
  const client = await connect(mcpFixture({ place: { scout } }).mcp);
  const { report } = await call(client, "skill_scout_adopt", { target: "a1" });
  expect(report["written"]).toBe(false);
  const adopted = await call(client, "skill_scout_adopt", {
    target: "a1",
    content_hash: report["content_hash"],
  });
  expect(adopted.report["written"]).toBe(true);
  expect(scout.asked).toEqual([
    { target: "a1", dryRun: true },
    { target: "a1", contentHash: "c0ffee" },
  ]);
  expect((await call(client, "skill_scout_adopt", { target: "a1", force: true })).report["kind"]).toBe(
    "invalid-arguments",
  );
});

test("without a scout all three say so", async () => {
  const client = await connect(mcpFixture().mcp);
  const calls = [
    ["skill_scout", {}],
    ["skill_scout_adopt", { target: "a1" }],
    ["skill_scout_dismiss", { target: "a1" }],
  ] as const;
  for (const [name, args] of calls) {
    expect((await call(client, name, args)).report["kind"]).toBe("unavailable");
  }
});
