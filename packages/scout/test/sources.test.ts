import { afterEach, describe, expect, test } from "bun:test";
import type { SkillSource, SkillSourceAnswer } from "@metis-curate/core";
import { type CollectionServer, type ServedCollections, startCollectionServer } from "@metis-curate/testkit";
import { createSkillSources, type SkillSourcesOptions } from "../src/index.ts";

const SKILL = "---\nname: pdf\ndescription: Read PDF files.\n---\n\nRead them.\n";
const COLLECTIONS: ServedCollections = {
  rows: [
    {
      id: "acme/tools/pdf-tables",
      skillId: "pdf-tables",
      name: "PDF tables",
      installs: 12,
      source: "acme/tools",
    },
    { id: "acme/tools/other", skillId: null, name: null, installs: 0, source: null },
  ],
  repositories: {
    "acme/pdf-skill": {
      description: "Skills for PDF files",
      topics: ["agent-skills"],
      files: { "SKILL.md": SKILL },
    },
    "acme/nameless": { description: null, topics: ["agent-skills", "claude-code-skills"], files: {} },
    "anthropics/skills": {
      files: {
        "README.md": "hello",
        "skills/pdf/SKILL.md": SKILL,
        "skills/pdf/scripts/read.py": "print(1)\n",
        "skills/plain/NOTES.md": "no skill",
      },
    },
  },
};
const TOKEN = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";
/** Of a machine that has all else to do. */
const PATIENCE_MS = 120_000;
const servers: CollectionServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

function start(intercept?: ServedCollections["intercept"], options: SkillSourcesOptions = {}) {
  const server = startCollectionServer({ ...COLLECTIONS, ...(intercept !== undefined && { intercept }) });
  servers.push(server);
  const addresses = { skillsSh: server.url, github: `${server.url}/` };
  const sources = createSkillSources({ addresses, timeoutMs: PATIENCE_MS, ...options });
  return { server, sources };
}

function search(source: SkillSource | undefined, text = "extract tables"): Promise<SkillSourceAnswer> {
  if (source === undefined) throw new Error("no such source");
  return source.search({ text, words: text.split(" "), limit: 10 });
}

describe("the sources", () => {
  test("skills.sh: rows become skills, one without a name is counted", async () => {
    const { server, sources } = start();
    expect(await search(sources[0])).toEqual({
      kind: "found",
      skills: [
        { sourceUrl: "https://skills.sh/acme/tools/pdf-tables", name: "PDF tables", description: null },
      ],
      warnings: ["1 of its results could not be used"],
    });
    expect(server.requests.map(({ path }) => path)).toEqual(["/api/search?q=extract+tables&limit=10"]);
  });

  test("GitHub: both topics are asked, a repository of both is one, a null description survives", async () => {
    const { server, sources } = start();
    expect(await search(sources[1])).toEqual({
      kind: "found",
      skills: [
        { sourceUrl: "https://github.com/acme/nameless", name: "nameless", description: null },
        {
          sourceUrl: "https://github.com/acme/pdf-skill",
          name: "pdf-skill",
          description: "Skills for PDF files",
        },
      ],
      warnings: [],
      isPartial: false,
    });
    const queries = server.requests.map(({ path }) => new URLSearchParams(path.split("?")[1]).get("q"));
    expect(queries.sort()).toEqual([
      "extract OR tables topic:agent-skills",
      "extract OR tables topic:claude-code-skills",
    ]);
  });

  test("nothing of a query reads as a qualifier of GitHub", async () => {
    const { server, sources } = start();
    await search(sources[1], "user:evil NOT -fork is:private pdf");
    for (const { path } of server.requests) {
      expect(new URLSearchParams(path.split("?")[1]).get("q")).toMatch(
        /^userevil OR isprivate OR pdf topic:/,
      );
    }
  });

  test("anthropics/skills: directories become skills with the descriptions of their files", async () => {
    const { sources } = start();
    expect(await search(sources[2])).toEqual({
      kind: "found",
      skills: [
        {
          sourceUrl: "https://github.com/anthropics/skills/tree/HEAD/skills/pdf",
          name: "pdf",
          description: "Read PDF files.",
        },
        {
          sourceUrl: "https://github.com/anthropics/skills/tree/HEAD/skills/plain",
          name: "plain",
          description: null,
        },
      ],
      warnings: [],
    });
  });

  test("a rate limit in the middle leaves the names and says so", async () => {
    const { sources } = start((_, url) =>
      url.pathname.endsWith("SKILL.md")
        ? new Response("{}", { status: 403, headers: { "x-ratelimit-remaining": "0" } })
        : null,
    );
    const answer = await search(sources[2]);
    expect(answer).toMatchObject({ kind: "found", isPartial: true });
    if (answer.kind !== "found") throw new Error(answer.message);
    expect(answer.skills.map(({ description }) => description)).toEqual([null, null]);
    expect(answer.warnings.join()).toContain("rate limit");
  });

  test("the token goes to GitHub's address alone and is in no message", async () => {
    const other = startCollectionServer({});
    servers.push(other);
    const refuse = (_: Request, url: URL) =>
      url.pathname === "/search/repositories" ? new Response(TOKEN, { status: 401 }) : null;
    const { server, sources } = start(refuse, { githubToken: TOKEN });
    const answers = await Promise.all(sources.map((source) => search(source)));
    const seen = server.requests.filter(({ headers }) => headers.get("authorization") === `Bearer ${TOKEN}`);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every(({ path }) => !path.startsWith("/api/search"))).toBe(true);
    expect(JSON.stringify(answers)).not.toContain(TOKEN);

    const led = start((_, url) => Response.redirect(`${other.url}${url.pathname}`), { githubToken: TOKEN });
    const away = await search(led.sources[1]);
    expect(away).toMatchObject({ kind: "unavailable" });
    expect(other.requests).toEqual([]);
  });

  test("a token is not sent in the clear to another machine", async () => {
    const sent: Headers[] = [];
    const [, github] = createSkillSources({
      addresses: { github: "http://github.example" },
      githubToken: TOKEN,
      fetch: async (_, init) => {
        sent.push(new Headers(init.headers));
        return Response.json({ items: [] });
      },
    });
    await search(github);
    expect(sent).toHaveLength(2);
    expect(sent.every((headers) => headers.get("authorization") === null)).toBe(true);
  });

  test("a redirect within the address is followed", async () => {
    const { sources } = start((_, url) =>
      url.searchParams.has("moved") || url.pathname !== "/api/search"
        ? null
        : Response.redirect(`${url.pathname}?q=moved&moved=1`),
    );
    expect(await search(sources[0])).toMatchObject({ kind: "found" });
  });
});

const endless = () =>
  new Response(
    new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1_048_576).fill(32)),
    }),
  );
const FAULTS: readonly (readonly [string, () => Response | Promise<Response>, RegExp])[] = [
  [
    "a web page",
    () => new Response("<!doctype html><p>hi", { headers: { "content-type": "text/html" } }),
    /web page/,
  ],
  ["broken JSON", () => new Response('{"skills": [', { status: 200 }), /broken JSON/],
  ["another shape", () => Response.json({ hello: null }), /shape/],
  ["null", () => Response.json(null), /shape/],
  ["an error", () => new Response("oops", { status: 502 }), /failed \(502\)/],
  [
    "a rate limit",
    () =>
      new Response("{}", {
        status: 403,
        headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1796100000" },
      }),
    /rate limit is used up until 2026-/,
  ],
  [
    "too many requests",
    () => new Response("", { status: 429, headers: { "retry-after": "30" } }),
    /for 30 s/,
  ],
  ["a huge body", endless, /more than \d+ bytes/],
  ["silence", () => new Promise<Response>(() => {}), /no answer within 0\.2 s/],
  ["a redirect elsewhere", () => Response.redirect("http://127.0.0.2:1/x"), /another host/],
  ["a circle of redirects", () => Response.redirect("/again"), /more than 3 times/],
];

describe("a source that answers with", () => {
  test.each(FAULTS)("%s is unavailable with one line why", async (_, respond, why) => {
    const { sources } = start(respond, { timeoutMs: why.source.includes("0\\.2") ? 200 : PATIENCE_MS });
    for (const source of sources) {
      const answer = await search(source);
      if (answer.kind !== "unavailable") throw new Error(`${source.id} found something`);
      expect(answer.message).toMatch(why);
      expect(answer.message).not.toContain("\n");
    }
  });

  test("nothing at all, because nobody listens, is unavailable", async () => {
    const { server, sources } = start();
    await server.stop();
    for (const source of sources) expect(await search(source)).toMatchObject({ kind: "unavailable" });
  });

  test("a word too short for skills.sh is not asked", async () => {
    const { server, sources } = start();
    expect(await search(sources[0], "x")).toMatchObject({ kind: "found", skills: [] });
    expect(server.requests).toEqual([]);
  });

  test("one topic down, the other's repositories stand", async () => {
    const { sources } = start((_, url) =>
      url.searchParams.get("q")?.includes("claude-code-skills") === true
        ? new Response("", { status: 503 })
        : null,
    );
    const answer = await search(sources[1]);
    expect(answer).toMatchObject({
      kind: "found",
      isPartial: true,
      warnings: ["failed (503); try again later"],
    });
  });

  test("a signal that is aborted ends it at once", async () => {
    const { sources } = start(() => new Promise<Response>(() => {}));
    const controller = new AbortController();
    const answer = sources[0]?.search({ text: "pdf", words: ["pdf"], limit: 5 }, controller.signal);
    controller.abort();
    expect(await answer).toMatchObject({
      kind: "unavailable",
      message: expect.stringContaining("cancelled"),
    });
  });
});
