import { afterEach, describe, expect, test } from "bun:test";
import type { FetchedSkill } from "@metis-curate/core";
import { type CollectionServer, type ServedRepository, startCollectionServer } from "@metis-curate/testkit";
import { createSkillSources } from "../src/index.ts";

const SKILL = "---\nname: pdf\ndescription: Read PDF files.\n---\n\nRead them.\n";
const servers: CollectionServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function fetchFrom(files: ServedRepository["files"], url: string): Promise<FetchedSkill> {
  const server = startCollectionServer({ repositories: { "acme/tools": { files } } });
  servers.push(server);
  const sources = createSkillSources({ addresses: { github: server.url, skillsSh: server.url } });
  const source = sources.find((one) => one.handles(url));
  if (source === undefined) throw new Error(`nobody handles ${url}`);
  return source.fetchSkill(url);
}

const MANY = {
  "README.md": "two skills",
  "skills/pdf/SKILL.md": SKILL,
  "skills/pdf/scripts/read.py": "print(1)\n",
  "skills/pdf/.hidden/x": "no",
  "skills/pdf-tables/SKILL.md": SKILL,
};

describe("a skill is fetched", () => {
  test.each([
    "https://github.com/acme/tools/tree/main/skills/pdf",
    "https://github.com/acme/tools/tree/HEAD/skills/pdf/",
    "https://github.com/acme/tools/blob/main/skills/pdf/SKILL.md",
    "https://skills.sh/acme/tools/pdf",
  ])("from %s, with its support files and without hidden ones", async (url) => {
    const fetched = await fetchFrom(MANY, url);
    if (fetched.kind !== "fetched") throw new Error(fetched.message);
    expect(fetched.directoryName).toBe("pdf");
    expect(new TextDecoder().decode(fetched.skillFile)).toBe(SKILL);
    expect([...fetched.files.keys()]).toEqual(["scripts/read.py"]);
  });

  test("by the name that it gives itself, when no directory is called so", async () => {
    const files = { ...MANY, "skills/react/SKILL.md": SKILL.replace("name: pdf", "name: acme-react") };
    const fetched = await fetchFrom(files, "https://skills.sh/acme/tools/acme-react");
    expect(fetched).toMatchObject({ kind: "fetched", directoryName: "react" });
  });

  test("from the only skill of a repository, wherever it lies", async () => {
    const url = "https://github.com/acme/tools";
    const root = await fetchFrom({ "SKILL.md": SKILL, "lib/a.md": "a" }, url);
    expect(root).toMatchObject({ kind: "fetched", directoryName: "tools" });
    const deep = await fetchFrom({ ".claude/skills/pdf/SKILL.md": SKILL }, url);
    expect(deep).toMatchObject({ kind: "fetched", directoryName: "pdf" });
  });
});

describe("a skill is not fetched", () => {
  test.each<readonly [string, ServedRepository["files"], string, RegExp]>([
    [
      "from a repository with several",
      MANY,
      "https://github.com/acme/tools",
      /holds 2 skills; .*skills\/pdf/,
    ],
    ["under a name that is not there", MANY, "https://skills.sh/acme/tools/docx", /none is called "docx"/],
    [
      "from a directory without one",
      MANY,
      "https://github.com/acme/tools/tree/main/skills",
      /no SKILL.md in/,
    ],
    ["from a repository without one", { "a.md": "a" }, "https://github.com/acme/tools", /holds no SKILL.md/],
    [
      "when it holds a link",
      { "SKILL.md": SKILL, "data/passwd": "link:/etc/passwd" },
      "https://github.com/acme/tools",
      /"data\/passwd" is a link/,
    ],
    [
      "when SKILL.md is a link",
      { "SKILL.md": "link:../../etc/passwd" },
      "https://github.com/acme/tools",
      /"SKILL.md" is a link/,
    ],
    [
      "when SKILL.md is too large",
      { "SKILL.md": `${SKILL}${"x".repeat(1_048_577)}` },
      "https://github.com/acme/tools",
      /at most 1048576/,
    ],
    [
      "when all of it is too large",
      { "SKILL.md": SKILL, "a.bin": new Uint8Array(8 * 1_048_576) },
      "https://github.com/acme/tools",
      /at most 8388608 are taken/,
    ],
    [
      "when it has too many files",
      { "SKILL.md": SKILL, ...Object.fromEntries([...Array(200).keys()].map((at) => [`f${at}.md`, "x"])) },
      "https://github.com/acme/tools",
      /201 files, at most 200/,
    ],
  ])("%s", async (_, files, url, why) => {
    const fetched = await fetchFrom(files, url);
    if (fetched.kind === "fetched") throw new Error("fetched");
    expect(fetched.kind).toBe("unusable");
    expect(fetched.message).toMatch(why);
    const blobs = servers.at(-1)?.requests.filter(({ path }) => path.includes("/blobs/")) ?? [];
    expect(blobs.length).toBe(url.includes("skills.sh") ? 2 : 0);
  });

  test("from a repository that is not there", async () => {
    const fetched = await fetchFrom(MANY, "https://github.com/acme/gone");
    expect(fetched).toMatchObject({ kind: "unavailable", message: expect.stringContaining("404") });
  });

  test.each([
    "http://github.com/acme/tools",
    "https://github.com.evil.example/acme/tools",
    "https://user@github.com/acme/tools",
    "https://github.com:444/acme/tools",
    "https://gitlab.com/acme/tools",
    "https://github.com/acme",
    "https://github.com/../tools",
    "https://github.com/acme/tools/tree/main/%2e%2e%2fother",
    "https://github.com/acme/tools/tree/main/a%2f..%2fb",
    "https://github.com/acme/tools/issues/1",
    "https://skills.sh/acme/tools",
    "https://skills.sh/acme/tools/pdf/more",
    "file:///etc/passwd",
    "pdf",
    "",
  ])("from %s, which no source handles", (url) => {
    const sources = createSkillSources();
    expect(sources.some((source) => source.handles(url))).toBe(false);
  });
});
