import { describe, expect, test } from "bun:test";
import { decodePlanFile } from "../../src/plan-file/decode-plan-file.ts";
import { runCommandLine } from "../support/run-command-line.ts";

const PLAN = {
  schema_version: "1",
  root: "metis:abc",
  created_at: "2026-12-01T12:00:00.000Z",
  candidates: [{ action: "archive", skills: ["old-thing"], hash: "a".repeat(64) }],
};

describe("--plan-out", () => {
  test("writes the candidates with their hashes, and names the command that applies them", async () => {
    const ran = await runCommandLine(["ws", "--plan-out", "p.json"]);
    expect(ran.exitCode).toBe(0);
    expect(ran.curator.calls).toEqual([["plan"]]);
    const decoded = decodePlanFile(ran.files.get("/desk/p.json") ?? "");
    expect(decoded).toMatchObject({ ok: true, plan: { ...PLAN, candidates: [PLAN.candidates[0], {}] } });
    expect(ran.stdout).toContain("  metis-curate ws apply p.json\n");
  });

  test("replaces a plan file and nothing else", async () => {
    const old = { "/desk/p.json": JSON.stringify({ ...PLAN, candidates: [] }) };
    expect((await runCommandLine(["ws", "--plan-out", "p.json"], { files: old })).exitCode).toBe(0);
    const ran = await runCommandLine(["ws", "--plan-out", "p.json"], {
      files: { "/desk/p.json": "# Notes" },
    });
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr).toBe(
      "error: /desk/p.json exists and is no plan file; name another file for --plan-out\n",
    );
    expect(ran.files.get("/desk/p.json")).toBe("# Notes");
  });

  test("says when the file cannot be written", async () => {
    const files = {
      read: () => null,
      write: () => {
        throw new Error("EACCES: permission denied");
      },
      isDirectory: () => true,
    };
    const ran = await runCommandLine(["ws", "--plan-out", "p.json", "--json"], { context: { files } });
    expect(ran.exitCode).toBe(2);
    expect(JSON.parse(ran.stdout).error).toEqual({
      kind: "unwritable-plan-file",
      message: "cannot write the plan to /desk/p.json: EACCES: permission denied",
    });
  });
});

describe("apply", () => {
  test("runs the plan's candidates only", async () => {
    const files = { "/desk/p.json": JSON.stringify(PLAN) };
    const ran = await runCommandLine(["ws", "apply", "p.json", "--force"], { files });
    expect(ran.exitCode).toBe(0);
    expect(ran.curator.calls).toEqual([
      ["run", { trigger: "explicit_cli", force: true, yes: true, plan: PLAN }, true],
    ]);
  });

  test.each([
    ["{", "invalid-plan-file", "it is not JSON"],
    ["[]", "invalid-plan-file", "no plan file"],
    [JSON.stringify({ ...PLAN, schema_version: "2" }), "invalid-plan-file", "schema_version"],
    [JSON.stringify({ ...PLAN, candidates: [{}] }), "invalid-plan-file", "candidates.0.action"],
    [
      JSON.stringify({ ...PLAN, candidates: [{ ...PLAN.candidates[0], skills: [] }] }),
      "invalid-plan-file",
      "skills",
    ],
    [JSON.stringify({ ...PLAN, root: "metis:other" }), "other-root", "was made for metis:other"],
  ])("refuses %s", async (content, kind, part) => {
    const ran = await runCommandLine(["ws", "apply", "p.json", "--json"], {
      files: { "/desk/p.json": content },
    });
    expect(ran.exitCode).toBe(2);
    const { error } = JSON.parse(ran.stdout);
    expect(error.kind).toBe(kind);
    expect(error.message).toContain(part);
    expect(ran.curator.calls).toEqual([]);
  });

  test("says when there is no such file", async () => {
    const ran = await runCommandLine(["ws", "apply", "p.json"]);
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr).toBe("error: no plan file at /desk/p.json; write one with --plan-out /desk/p.json\n");
  });
});
