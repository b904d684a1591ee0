import { describe, expect, test } from "bun:test";
import { runCommandLine } from "../support/run-command-line.ts";

describe("mcp", () => {
  test("speaks on stdin and stdout unless told otherwise, and says nothing itself", async () => {
    const ran = await runCommandLine(["mcp", "ws"]);
    expect(ran).toMatchObject({ exitCode: 0, stdout: "", stderr: "", closed: 1 });
    expect(ran.mcp).toMatchObject([{ workspace: "/desk/ws", global: false, channel: { kind: "stdio" } }]);
  });

  test("serves the directory it is in, or the global library", async () => {
    const here = await runCommandLine(["mcp"], { directories: ["/desk", "/desk/.metis"] });
    expect(here.mcp).toMatchObject([{ workspace: "/desk", global: false }]);
    expect((await runCommandLine(["mcp"])).mcp).toMatchObject([{ workspace: null, global: true }]);
  });

  test("over HTTP says where, until it is interrupted", async () => {
    const ran = await runCommandLine(["mcp", "ws", "--http"]);
    expect(ran.exitCode).toBe(0);
    expect(ran.stdout).toContain("http://127.0.0.1:3204/mcp");
    expect(ran.mcp).toMatchObject([
      { channel: { kind: "http", host: "127.0.0.1", port: 3204, token: null } },
    ]);
    expect(ran.closed).toBe(1);
    const json = await runCommandLine(["mcp", "ws", "--http", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ port: 3204, token: false });
  });

  test("asks for a token where other machines reach it", async () => {
    const ran = await runCommandLine(["mcp", "--http", "--host", "0.0.0.0"]);
    expect(ran).toMatchObject({ exitCode: 2, mcp: [] });
    expect(ran.stderr).toContain("METIS_CURATE_TOKEN");
    const told = await runCommandLine(["mcp", "--http", "--host", "0.0.0.0", "--token", "x".repeat(16)]);
    expect(told.mcp).toMatchObject([{ channel: { host: "0.0.0.0", token: "x".repeat(16) } }]);
    expect(told.stdout).not.toContain("x".repeat(16));
  });

  test("keeps stdout for the client", async () => {
    expect((await runCommandLine(["mcp", "--json"])).exitCode).toBe(2);
  });
});
