import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { smallLibrary } from "./support/libraries.ts";
import { linesOf, type Ran, runInProcess } from "./support/real-cli.ts";
import { createSandbox, type Sandbox } from "./support/sandbox.ts";

type Child = Bun.Subprocess<"ignore", "pipe", "pipe">;

const MAIN = join(import.meta.dir, "../../src/main.ts");
const TOKEN = "a-token-of-sixteen-or-more";

let box: Sandbox;
const children: Child[] = [];

beforeEach(async () => {
  box = createSandbox();
  await box.addLibrary({ skills: smallLibrary() });
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill("SIGKILL");
    await child.exited;
  }
  box.dispose();
});

/** Starts `serve` as a person would; ends with the test. */
function startServe(argv: readonly string[], env: Readonly<Record<string, string>> = {}): Child {
  const child = Bun.spawn([process.execPath, MAIN, "serve", ...argv, "--json"], {
    cwd: box.home,
    env: { PATH: process.env["PATH"] ?? "", HOME: box.home, NO_COLOR: "1", ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  children.push(child);
  return child;
}

interface Serving {
  readonly url: string;
  readonly root: string;
  readonly path: string;
  readonly token: boolean;
  stop(signal: "SIGINT" | "SIGTERM"): Promise<number>;
  readonly stderr: Promise<string>;
}

async function serving(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Serving> {
  const child = startServe([...argv, "--port", "0"], env);
  let text = "";
  for await (const chunk of child.stdout) {
    text += new TextDecoder().decode(chunk);
    if (text.includes("\n}")) break;
  }
  return {
    ...(JSON.parse(text) as Omit<Serving, "stop" | "stderr">),
    stop: (signal) => {
      child.kill(signal);
      return child.exited;
    },
    stderr: new Response(child.stderr).text(),
  };
}

function removeTrace(): void {
  const directory = join(box.home, ".metis");
  for (const name of readdirSync(directory)) {
    if (name.startsWith("metis.db")) rmSync(join(directory, name));
  }
}

const inProcess = (argv: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> =>
  runInProcess(box, ["serve", ...argv], { env: { HOME: box.home, NO_COLOR: "1", ...env } });

describe("serve", () => {
  test("answers until it is interrupted, and writes nothing anywhere", async () => {
    const before = box.dump();
    const served = await serving(["ws"]);
    expect(served).toMatchObject({ path: join(box.home, "ws"), token: false });
    expect(served.url).toStartWith("http://127.0.0.1:");
    for (const path of [
      "healthz",
      "analytics/curator",
      "analytics/cost?include_curator=true",
      "analytics/curator/runs",
      "analytics/skills",
      "metrics",
      "openapi.json",
      "reference",
      "",
      "skills",
      "runs",
    ]) {
      expect((await fetch(served.url + path)).status, path).toBe(200);
    }
    expect(await served.stop("SIGINT")).toBe(0);
    expect(await served.stderr).toBe("");
    expect(box.dump()).toEqual(before);
  });

  test("shows what other processes do meanwhile, to the skills and to the trace", async () => {
    const served = await serving(["ws"], { METIS_CURATE_TOKEN: TOKEN });
    expect(served.token).toBe(true);
    const ask = (
      path: string,
      headers: Readonly<Record<string, string>> = { authorization: `Bearer ${TOKEN}` },
    ) => fetch(served.url + path, { headers });
    expect((await ask("healthz", {})).status).toBe(401);
    expect((await runInProcess(box, ["ws", "pin", "old-thing"])).exitCode).toBe(0);
    const pinned = await (await ask("analytics/curator")).json();
    expect(pinned).toMatchObject({ skills_pinned: 1, actions_by_type: { pin: 1 } });

    removeTrace();
    const empty = await (await ask("analytics/curator")).json();
    expect(empty).toMatchObject({ runs: 0, actions_total: 0 });
    expect(readdirSync(join(box.home, ".metis"))).not.toContain("metis.db");

    box.write(".metis/metis.db", "not a database at all ".repeat(400));
    expect((await ask("analytics/curator/runs")).status).toBe(503);
    removeTrace();
    expect((await ask("analytics/curator/runs")).status).toBe(200);

    const port = new URL(served.url).port;
    const ran = await inProcess(["ws", "--port", port]);
    expect(ran).toMatchObject({ exitCode: 3, stdout: "" });
    expect(linesOf(ran.stderr)).toEqual([
      `error: 127.0.0.1:${port} is in use; stop what listens there, or use --port`,
    ]);
    expect(await served.stop("SIGTERM")).toBe(0);
  });

  test("serves the directory it is started in, or the global library", async () => {
    const cwd = join(box.home, "ws");
    const opened: unknown[] = [];
    const refusal = { kind: "x", message: "not here", exitCode: 3 } as const;
    for (const context of [{ cwd }, { cwd: "/" }]) {
      await runInProcess(box, ["serve"], {
        ...context,
        openServer: async ({ workspace, global, host, port, token }) => {
          opened.push({ workspace, global, host, port, token });
          return { ok: false, refusal };
        },
      });
    }
    const defaults = { host: "127.0.0.1", port: 8423, token: null };
    expect(opened).toEqual([
      { ...defaults, workspace: cwd, global: false },
      { ...defaults, workspace: null, global: true },
    ]);
  });

  test.each([
    ["--host 0.0.0.0", "METIS_CURATE_TOKEN"],
    ["--host ::", "METIS_CURATE_TOKEN"],
    ["--host 10.1.2.3", "METIS_CURATE_TOKEN"],
    ["--host example.org", "METIS_CURATE_TOKEN"],
    ["--host 0.0.0.0 --token short", "16"],
    ["--token tökentökentöken-long", "16"],
    ["--port 65536", "--port"],
    ["--port -1", "--port"],
    ["--port 80a", "--port"],
    ["--host a/b", "--host"],
    ["nowhere", "nowhere"],
    ["ws another", "another"],
    ["--hots 127.0.0.1", "--host"],
  ])("`serve %s` is wrong usage, exit 2, and starts nothing", async (line, mentioned) => {
    const ran = await inProcess(line.split(" "));
    expect(ran.exitCode).toBe(2);
    expect(linesOf(ran.stderr)).toHaveLength(1);
    expect(ran.stderr).toContain(mentioned);
  });

  test("a trace that may not be read is a refusal in one line, exit 3", async () => {
    box.write(".metis/other.db", "no database");
    const ran = await inProcess(["ws", "--db-path", join(box.home, ".metis/other.db")]);
    expect(ran.exitCode).toBe(3);
    expect(linesOf(ran.stderr)).toHaveLength(1);
  });
});
