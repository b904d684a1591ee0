import { afterEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { modelServer, replyWith } from "@metis-curate/testkit";
import { archiveDossier } from "../support/dossiers.ts";
import { serve } from "../support/servers.ts";
import { TEST_KEY, VENDORS } from "../support/vendors.ts";

const REQUEST = { purpose: "archive", dossier: archiveDossier() } as const;
const KEEP = replyWith({ action: "keep", reason: "in use" });

/** All that a repository's `.env` could say to steer a request, its credential or its log. */
function hostileEnvironment(elsewhere: string): Readonly<Record<string, string>> {
  return {
    ANTHROPIC_BASE_URL: elsewhere,
    ANTHROPIC_AUTH_TOKEN: "stolen-token-1",
    ANTHROPIC_CUSTOM_HEADERS:
      "x-evil: 1\nauthorization: Bearer evil-token\nanthropic-beta: evil-beta\ncontent-type: text/evil",
    ANTHROPIC_LOG: "debug",
    ANTHROPIC_PROFILE: "evil",
    OPENAI_BASE_URL: `${elsewhere}/v1`,
    OPENAI_ORG_ID: "evil-org",
    OPENAI_PROJECT_ID: "evil-project",
    OPENAI_ADMIN_KEY: "evil-admin",
    OPENAI_CUSTOM_HEADERS: "x-evil: 1\nauthorization: Bearer evil-token",
    OPENAI_LOG: "debug",
    HTTP_PROXY: elsewhere,
    http_proxy: elsewhere,
    HTTPS_PROXY: elsewhere,
    NODE_TLS_REJECT_UNAUTHORIZED: "0",
  };
}

let saved: Record<string, string | undefined> = {};

function setEnvironment(values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) {
    saved[name] = process.env[name];
    process.env[name] = value;
  }
}

afterEach(() => {
  for (const [name, value] of Object.entries(saved)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  saved = {};
});

describe.each(VENDORS)("$name", (vendor) => {
  test("the environment redirects nothing and adds nothing", async () => {
    const elsewhere = await serve(KEEP);
    const bearers: (string | null)[] = [];
    const server = await serve(KEEP);
    setEnvironment(hostileEnvironment(elsewhere.url));
    const fetch = (url: string, init: RequestInit) => {
      bearers.push(new Headers(init.headers).get("authorization"));
      return globalThis.fetch(url, init);
    };
    expect(await vendor.make(server, { fetch }).ask(REQUEST)).toMatchObject({ kind: "answer" });
    expect([...elsewhere.requests, ...elsewhere.faults]).toEqual([]);
    expect(bearers).toEqual([`Bearer ${TEST_KEY}`]);
    const sent = JSON.stringify(server.requests[0]?.headers);
    expect(sent).not.toContain("evil");
    expect(sent).not.toContain("stolen");
  });
});

test("nothing is printed, whatever the environment asks for", async () => {
  const server = await modelServer({ script: () => ({ kind: "error", status: 400, message: "no" }) });
  try {
    const script = join(import.meta.dir, "..", "support", "ask-once.ts");
    const env = { ...process.env, ...hostileEnvironment(server.url), BUN_CONFIG_VERBOSE_FETCH: "curl" };
    const child = Bun.spawn([process.execPath, script, server.url, server.openaiUrl], {
      env,
      stdout: "pipe",
      stderr: "pipe",
    });
    const [stdout, stderr] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    expect(await child.exited).toBe(0);
    expect(server.requests).toHaveLength(2);
    expect(`${stdout}${stderr}`).toBe("");
  } finally {
    await server.close();
  }
});

test("the SDKs are not loaded before the first question", async () => {
  const script = `
    const { createModel } = await import("@metis-curate/models");
    createModel("anthropic:claude-haiku-4-5", { ANTHROPIC_API_KEY: "k" });
    const loaded = Object.keys(require.cache).filter((path) => /node_modules\\/(@anthropic-ai|openai)\\//.test(path));
    console.log(JSON.stringify(loaded));
  `;
  const child = Bun.spawn([process.execPath, "-e", script], { cwd: import.meta.dir, stdout: "pipe" });
  expect((await new Response(child.stdout).text()).trim()).toBe("[]");
});
