import { expect, test } from "bun:test";
import fc from "fast-check";
import { MCP_TOOLS } from "../../src/index.ts";
import { call, connect, ERAS } from "../support/connect.ts";
import { mcpFixture } from "../support/mcp-fixture.ts";

const CASES: readonly (readonly [string, unknown, string])[] = [
  ["skill_match", {}, "invalid-arguments"],
  ["skill_match", { task: "" }, "empty-task"],
  ["skill_match", { task: " \n\t" }, "empty-task"],
  ["skill_match", { task: 7 }, "invalid-arguments"],
  ["skill_match", { task: ["deploy"] }, "invalid-arguments"],
  ["skill_match", { task: "x", topk: 3 }, "invalid-arguments"],
  ["skill_match", { task: "x", top_k: 0 }, "invalid-top-k"],
  ["skill_match", { task: "x", top_k: -1 }, "invalid-top-k"],
  ["skill_match", { task: "x", top_k: 1.5 }, "invalid-top-k"],
  ["skill_match", { task: "x", top_k: "3" }, "invalid-top-k"],
  ["skill_match", { task: "x", profile: "nobody" }, "unknown-profile"],
  ["skill_match", { task: "x", profile: "../../etc/passwd" }, "unknown-profile"],
  ["skill_match", { task: "x", profile: "__proto__" }, "unknown-profile"],
  ["skill_match", { task: "x", profile: { a: 1 } }, "invalid-arguments"],
  ["skill_match", { task: "x", session_id: "a b" }, "invalid-session"],
  ["skill_match", { task: "x", constructor: "y" }, "invalid-arguments"],
  ["skill_feedback", { name: "deploy-web", outcome: "great" }, "invalid-outcome"],
  ["skill_feedback", { name: "deploy-web", outcome: "Success" }, "invalid-outcome"],
  ["skill_feedback", { name: "deploy-web", outcome: 1 }, "invalid-outcome"],
  ["skill_feedback", { name: "deploy-web" }, "invalid-outcome"],
  ["skill_feedback", { name: "nobody", outcome: "success" }, "unknown-skill"],
  ["skill_feedback", { name: "", outcome: "success" }, "invalid-arguments"],
  ["skill_feedback", { name: "../deploy-web", outcome: "success" }, "invalid-arguments"],
  ["skill_feedback", { name: "__proto__", outcome: "success" }, "unknown-skill"],
  ["skill_feedback", { name: "constructor", outcome: "success" }, "unknown-skill"],
  ["skill_archive", { name: "../../etc" }, "invalid-arguments"],
  ["skill_archive", { name: "a\\b" }, "invalid-arguments"],
  ["skill_archive", { name: "a\u0000b" }, "invalid-arguments"],
  ["skill_archive", { name: ".." }, "unknown-skill"],
  ["skill_archive", { name: "." }, "unknown-skill"],
  ["skill_archive", { name: "x".repeat(1_000_000) }, "invalid-arguments"],
  ["skill_archive", { name: "deploy-web", force: true }, "invalid-arguments"],
  ["skill_archive", { name: "deploy-web", reason: "x".repeat(1_000_000) }, "invalid-arguments"],
  ["skill_restore", { name: "/etc/passwd" }, "invalid-arguments"],
  ["skill_restore", { name: ".." }, "unknown-skill"],
  ["skill_promote", { name: "hasOwnProperty" }, "unknown-skill"],
  ["skill_gaps", { session_id: 4 }, "invalid-arguments"],
  ["skill_lifecycle", { all: true }, "invalid-arguments"],
  ["skill_reindex", { path: "/" }, "invalid-arguments"],
  ["skill_scout", { query: 1 }, "invalid-arguments"],
  ["skill_scout", { gaps_only: "yes" }, "invalid-arguments"],
  ["skill_scout", { query: "pdf" }, "unavailable"],
  ["curator_plan", { scope: "everything" }, "invalid-arguments"],
  ["curator_plan", { scope: "global" }, "no-skills-directory"],
];

test.each(ERAS)("bad input is a result with a kind over %s, and changes nothing", async (era) => {
  const fixture = mcpFixture();
  const client = await connect(fixture.mcp, era);
  const before = fixture.trace.events.length;
  for (const [tool, args, kind] of CASES) {
    const { isError, report } = await call(client, tool, args as Record<string, unknown>);
    expect({ tool, args: JSON.stringify(args).slice(0, 99), isError, kind: report["kind"] }).toEqual({
      tool,
      args: JSON.stringify(args).slice(0, 99),
      isError: true,
      kind,
    });
    const message = String(report["message"]);
    expect(message.length).toBeLessThanOrEqual(1_000);
    expect(message).not.toMatch(/\n|\bat .*\.ts:/);
  }
  expect(fixture.trace.events).toHaveLength(before);
  expect(fixture.logger.messages("error")).toEqual([]);
});

test("a task of a megabyte is answered", async () => {
  const client = await connect(mcpFixture().mcp);
  const task = `deploy the web application ${"lorem ipsum ".repeat(90_000)}`;
  const { isError, report } = await call(client, "skill_match", { task });
  expect({ isError, matches: report["matches"] }).toMatchObject({
    isError: false,
    matches: [{ name: "deploy-web" }],
  });
});

test("a prototype among the arguments is nothing", async () => {
  const client = await connect(mcpFixture().mcp);
  const args = JSON.parse('{"task":"deploy the web application","__proto__":{"top_k":0,"name":"x"}}');
  expect(await call(client, "skill_match", args)).toMatchObject({ isError: false });
  expect("top_k" in {}).toBe(false);
});

test("a tool that is not there is an error of the protocol", async () => {
  const client = await connect(mcpFixture().mcp);
  for (const name of ["skill_delete", "__proto__", "constructor", ""]) {
    await expect(client.callTool({ name, arguments: {} })).rejects.toThrow();
  }
});

test("a bug is said without its message, which is in the log", async () => {
  const fixture = mcpFixture();
  const matcher = {
    ...fixture.matcher,
    lifecycle: () => Promise.reject(new TypeError("undefined is not a function at /home/ada/x.ts:3")),
  };
  const client = await connect({
    ...fixture.mcp,
    open: async () => ({ ok: true, value: { ...fixture.place, matcher } }),
  });
  const { isError, report } = await call(client, "skill_lifecycle");
  expect({ isError, report }).toEqual({
    isError: true,
    report: { kind: "internal", message: "internal error; the server's log says more" },
  });
  expect(fixture.logger.messages("error").join()).toContain("undefined is not a function");
});

test("without a library every tool says what is missing", async () => {
  const refusal = {
    kind: "no-skills-directory",
    message: "there is no skills directory",
    exitCode: 2,
  } as const;
  const client = await connect({ ...mcpFixture().mcp, open: async () => ({ ok: false, refusal }) });
  for (const { name } of MCP_TOOLS) {
    expect((await call(client, name)).report).toEqual({ kind: refusal.kind, message: refusal.message });
  }
  expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(["metis://runs/last"]);
});

test("whatever the arguments are, the answer is a report or a failure with a kind", async () => {
  const fixture = mcpFixture();
  const client = await connect(fixture.mcp);
  const known = fc.constantFrom(
    "task",
    "name",
    "outcome",
    "top_k",
    "profile",
    "session_id",
    "before",
    "query",
    "scope",
  );
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom("deploy-web", "success", "../x", 0, -1, 1e9),
  );
  const args = fc.dictionary(fc.oneof(known, fc.string({ maxLength: 8 })), value, { maxKeys: 5 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...MCP_TOOLS), args, async ({ name }, given) => {
      const { isError, report } = await call(client, name, given);
      if (isError) expect(report).toEqual({ kind: expect.any(String), message: expect.any(String) });
      expect(report["kind"]).not.toBe("internal");
    }),
    { numRuns: 60 },
  );
});
