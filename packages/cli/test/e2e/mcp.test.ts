import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { agentSkill, manualSkill } from "@metis-curate/testkit";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { linesOf, runChild } from "./support/real-cli.ts";
import { createSandbox, type Sandbox } from "./support/sandbox.ts";

const MAIN = join(import.meta.dir, "../../src/main.ts");
const ERAS = ["legacy", "auto"] as const;
const TASK = "deploy the web application to production";
const SKILLS = [
  agentSkill("deploy-web", { description: "Deploy the web application to production with a canary." }),
  manualSkill("pdf-tables", { description: "Extract tables and text from PDF files." }),
];
const HANDSHAKE = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "raw", version: "1" },
};

let box: Sandbox;
const children: Bun.Subprocess[] = [];
const clients: Client[] = [];

beforeEach(async () => {
  box = createSandbox();
  box.write(".metis/config.yaml", "matching:\n  embedder: lexical\n");
  await box.addLibrary({ skills: SKILLS });
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  for (const child of children.splice(0)) {
    child.kill("SIGKILL");
    await child.exited;
  }
  box.dispose();
});

function environment(): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", HOME: box.home, NO_COLOR: "1" };
}

/** Starts `mcp` as another program would, with pipes. */
function startMcp(argv: readonly string[], cwd = box.home): Bun.Subprocess<"pipe", "pipe", "pipe"> {
  const child = Bun.spawn([process.execPath, MAIN, "mcp", ...argv], {
    cwd,
    env: environment(),
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
  children.push(child);
  return child;
}

async function stdioClient(era: (typeof ERAS)[number], cwd: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: era } });
  clients.push(client);
  const args = [MAIN, "mcp"];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, cwd, env: environment(), stderr: "ignore" }),
  );
  return client;
}

async function report(
  client: Client,
  name: string,
  args: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  return Object((await client.callTool({ name, arguments: args })).structuredContent);
}

/** Sends messages, closes the input, and returns what came back by id once the process is over. */
async function exchange(messages: readonly (object | string)[], argv: readonly string[] = ["ws"]) {
  const child = startMcp(argv);
  for (const message of messages) {
    child.stdin.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
  }
  await child.stdin.end();
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const answers = (stdout === "" ? [] : linesOf(stdout)).map(
    (line) => JSON.parse(line) as Record<string, unknown>,
  );
  return { exitCode, stderr, answers, answer: (id: number) => answers.find((one) => one["id"] === id) };
}

describe("a session of a client over stdio", () => {
  test.each(ERAS)("match, feedback, gaps over %s, and everything is in the trace", async (era) => {
    const client = await stdioClient(era, box.workspace);
    const matched = await report(client, "skill_match", { task: TASK });
    expect(matched).toMatchObject({ best_skill: "deploy-web" });
    const session = matched["session_id"];
    const [best] = matched["matches"] as readonly { readonly path: string }[];
    expect(best?.path).toBe(join(box.workspace, ".metis/skills/deploy-web/SKILL.md"));
    const fed = await report(client, "skill_feedback", { name: "deploy-web", outcome: "success" });
    expect(fed).toMatchObject({ uses: 1, effectiveness: 0.65, session_id: session });
    for (const flour of ["rye", "wheat", "spelt"]) {
      await report(client, "skill_match", { task: `bake a sourdough bread with ${flour} flour` });
    }
    const gaps = await report(client, "skill_gaps", { session_id: session });
    expect(gaps).toMatchObject({ unmatched: 3, gaps: [{ occurrences: 3 }] });
    await client.close();
    expect(box.events("skill.matched")).toHaveLength(4);
    expect(box.events("skill.feedback")).toMatchObject([
      { payload: { skill_id: "deploy-web", outcome: "success" } },
    ]);
  });

  test("archive, restore and what is refused leave the files as they say", async () => {
    const client = await stdioClient("auto", box.workspace);
    const file = join(box.workspace, ".metis/skills/deploy-web/SKILL.md");
    expect(await report(client, "curator_plan", {})).toMatchObject({
      candidates: [{ skills: ["deploy-web"] }],
    });
    expect(await report(client, "skill_archive", { name: "deploy-web" })).toMatchObject({
      action: "archive",
    });
    expect(existsSync(file)).toBe(false);
    expect(await report(client, "skill_archive", { name: "pdf-tables" })).toMatchObject({
      kind: "not-touchable",
    });
    expect(await report(client, "skill_restore", { name: "deploy-web" })).toMatchObject({
      action: "restore",
    });
    expect(existsSync(file)).toBe(true);
  });
});

describe("raw messages from another process", () => {
  test("are answered in the protocol and in nothing else, also those before the input ended", async () => {
    const { exitCode, stderr, answers, answer } = await exchange([
      { jsonrpc: "2.0", id: 1, method: "initialize", params: HANDSHAKE },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 2, method: "tools/list" },
      {
        jsonrpc: "2.0",
        id: 3,
        method: "tools/call",
        params: { name: "skill_match", arguments: { task: TASK } },
      },
      {
        jsonrpc: "2.0",
        id: 4,
        method: "tools/call",
        params: { name: "skill_archive", arguments: { name: "../x" } },
      },
      { jsonrpc: "2.0", id: 5, method: "no/such/thing" },
    ]);
    expect(exitCode).toBe(0);
    expect(stderr).toBe("");
    expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4, 5]);
    for (const one of answers) expect(one["jsonrpc"]).toBe("2.0");
    expect(answer(3)).toMatchObject({ result: { structuredContent: { best_skill: "deploy-web" } } });
    expect(answer(4)).toMatchObject({
      result: { isError: true, structuredContent: { kind: "invalid-arguments" } },
    });
    expect(answer(5)).toMatchObject({ error: { code: -32_601 } });
  });

  test("garbage between them is passed over, with a line on stderr", async () => {
    const { exitCode, answers, stderr } = await exchange([
      "not json",
      '{"jsonrpc":"2.0","id":',
      "\u0000\u0001",
      { jsonrpc: "2.0", id: 1, method: "initialize", params: HANDSHAKE },
      '{"__proto__":{}}',
      { jsonrpc: "2.0", id: 2, method: "ping" },
    ]);
    expect(exitCode).toBe(0);
    expect(answers.filter(({ id }) => id === 1 || id === 2)).toHaveLength(2);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test("an input that ends at once is a client that left", async () => {
    expect(await exchange([])).toMatchObject({ exitCode: 0, stderr: "" });
  });
});

describe("the process", () => {
  test("ends well on SIGTERM, though its client stays", async () => {
    const child = startMcp(["ws"]);
    child.stdin.write(
      `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: HANDSHAKE })}\n`,
    );
    const reader = child.stdout.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('"id":1');
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
    expect(child.signalCode).toBeNull();
  });

  test("waits for the first skill where there is no library", async () => {
    const empty = join(box.home, "elsewhere");
    mkdirSync(join(empty, ".metis"), { recursive: true });
    const client = await stdioClient("auto", empty);
    expect(await report(client, "skill_match", { task: TASK })).toMatchObject({
      kind: "no-skills-directory",
    });
    const text = "---\nname: ship-it\ndescription: Deploy the web application to production.\n---\nShip.\n";
    box.write(join(empty, ".metis/skills/ship-it/SKILL.md"), text);
    expect(await report(client, "skill_match", { task: TASK })).toMatchObject({ best_skill: "ship-it" });
  });

  test("finds the first skills of a workspace behind a global library", async () => {
    await box.addLibrary({
      skills: [manualSkill("everywhere", { description: "Knit socks from wool." })],
      scope: "global",
    });
    const empty = join(box.home, "elsewhere");
    mkdirSync(join(empty, ".metis"), { recursive: true });
    const client = await stdioClient("auto", empty);
    expect(await report(client, "skill_match", { task: "knit socks" })).toMatchObject({
      best_skill: "everywhere",
    });
    const text = "---\nname: ship-it\ndescription: Deploy the web application to production.\n---\nShip.\n";
    box.write(join(empty, ".metis/skills/ship-it/SKILL.md"), text);
    let best: unknown = null;
    // The workspace is looked for again after a while; the time-out of the test is the only one.
    while (best !== "ship-it") best = (await report(client, "skill_match", { task: TASK }))["best_skill"];
    expect(await report(client, "skill_match", { task: "knit socks" })).toMatchObject({
      best_skill: "everywhere",
    });
  });

  test("a configuration that cannot be used is a line on stderr and exit 2", async () => {
    box.write(".metis/config.yaml", "matching:\n  threshold: much\n");
    const ran = await runChild(box, ["mcp", "ws"]);
    expect(ran).toMatchObject({ exitCode: 2, stdout: "" });
    expect(ran.stderr).toContain("threshold");
  });
});

describe("over HTTP", () => {
  async function serving(argv: readonly string[]) {
    const child = startMcp([...argv, "--http", "--port", "0", "--json"]);
    let text = "";
    for await (const chunk of child.stdout) {
      text += new TextDecoder().decode(chunk);
      if (text.includes("\n}")) break;
    }
    return { child, url: String(Object(JSON.parse(text)).url) };
  }

  test("several clients share the server until it is told to stop", async () => {
    const { child, url } = await serving(["ws"]);
    const made = await Promise.all(
      ERAS.map(async (mode) => {
        const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
        clients.push(client);
        await client.connect(new StreamableHTTPClientTransport(new URL(url)));
        return client;
      }),
    );
    const answers = await Promise.all(made.map((client) => report(client, "skill_match", { task: TASK })));
    for (const answer of answers) expect(answer).toMatchObject({ best_skill: "deploy-web" });
    child.kill("SIGINT");
    expect(await child.exited).toBe(0);
  });

  test("a port in use and a page of another site are refused", async () => {
    const { url } = await serving(["ws"]);
    const { port } = new URL(url);
    const ran = await runChild(box, ["mcp", "ws", "--http", "--port", port]);
    expect(ran.exitCode).toBe(3);
    expect(ran.stderr).toContain("in use");
    const foreign = await fetch(url, {
      method: "POST",
      headers: { origin: "http://evil.example" },
      body: "{}",
    });
    expect(foreign.status).toBe(403);
  });
});
