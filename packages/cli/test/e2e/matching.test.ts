import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInProcess } from "./support/real-cli.ts";

let home = "";

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "metis-")));
  writeSkill("ws/.metis/skills/pdf-tables", "Extract tables and text from PDF files.");
  writeSkill("ws/.metis/skills/deploy-web", "Deploy the web application to production.");
  writeSkill(".metis/skills/deploy-web", "Deploy something else from everywhere.");
  writeSkill(".metis/skills/transcribe", "Transcribe audio recordings to text.");
  writeFileSync(
    join(home, ".metis/config.yaml"),
    "matching:\n  embedder: lexical\nprofiles:\n  web: [deploy-web]\n",
  );
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

function writeSkill(path: string, description: string): void {
  mkdirSync(join(home, path), { recursive: true });
  const name = path.split("/").at(-1) ?? "";
  writeFileSync(
    join(home, path, "SKILL.md"),
    `---\nname: ${name}\ndescription: ${description}\n---\n# ${name}\n`,
  );
}

async function json(...argv: readonly string[]) {
  const ran = await runInProcess({ home }, ["ws", ...argv, "--json"]);
  return { ...ran, value: JSON.parse(ran.stdout) };
}

function indexFile(): string {
  const roots = join(home, ".metis/curator/roots");
  const own = readdirSync(roots).find((name) => !name.endsWith("global")) ?? "";
  return join(roots, own, "index.db");
}

test("match, feedback and gaps go round over both libraries, each command a process of its own", async () => {
  const match = await json("match", "extract the tables of a PDF");
  expect(match.value).toMatchObject({ best_skill: "pdf-tables", gap: null });
  expect((await json("match", "transcribe audio recordings")).value.best_skill).toBe("transcribe");
  const deploy = await json("match", "deploy the web application", "--profile", "web");
  expect(deploy.value.matches[0]).toMatchObject({
    name: "deploy-web",
    path: join(home, "ws/.metis/skills/deploy-web/SKILL.md"),
    profile_match: 1,
  });
  expect((await json("feedback", "pdf-tables", "success")).value).toMatchObject({
    effectiveness: 0.65,
    uses: 1,
  });
  expect((await json("match", "extract the tables of a PDF")).value.matches[0].effectiveness).toBe(0.65);
  for (const task of ["bake rye bread", "bake sourdough rye bread", "bake bread with rye"]) {
    const none = await json("match", task, "--session", "s-1");
    expect(none).toMatchObject({ exitCode: 0, value: { best_skill: null } });
  }
  const gaps = await json("gaps", "--session", "s-1");
  expect(gaps.value.gaps).toHaveLength(1);
  expect(gaps.value.tasks).toHaveLength(3);
});

test("a damaged index is set aside and filled again, with what was learned", async () => {
  await json("feedback", "pdf-tables", "failure");
  writeFileSync(indexFile(), "no database".repeat(1_000));
  for (const beside of ["-wal", "-shm"]) rmSync(`${indexFile()}${beside}`, { force: true });
  const again = await json("match", "extract the tables of a PDF");
  expect(again.value.matches[0]).toMatchObject({ name: "pdf-tables", effectiveness: 0.35 });
  expect(readdirSync(join(indexFile(), "..")).some((name) => name.includes("set-aside"))).toBe(true);
});

test("an archived skill is no match any more, the gap and the status offer it, promote brings it back", async () => {
  await runInProcess({ home }, ["ws", "archive", "pdf-tables", "--force"]);
  for (const task of ["extract tables from PDF", "PDF tables to text", "text of PDF files"]) {
    const match = await json("match", task);
    expect(match.value.gap).toMatchObject({ suggested_action: "restore_archived", skill: "pdf-tables" });
  }
  expect((await json("gaps")).value.gaps[0].restore).toBe("pdf-tables");
  expect((await json("status")).value.notices.join()).toContain("restore?");
  expect((await json("promote", "pdf-tables")).value.action).toBe("restore");
  expect((await json("match", "extract tables from PDF")).value.best_skill).toBe("pdf-tables");
});

test("nothing but the trace and the index is written, and the workspace stays as it was", async () => {
  await json("match", "extract the tables of a PDF");
  expect(readdirSync(join(home, "ws/.metis"))).toEqual(["skills"]);
  expect(existsSync(indexFile())).toBe(true);
});

test("a workspace without a library is matched over the global one", async () => {
  mkdirSync(join(home, "bare"));
  const ran = await runInProcess({ home }, ["bare", "match", "transcribe audio recordings", "--json"]);
  expect(JSON.parse(ran.stdout).best_skill).toBe("transcribe");
  expect(readdirSync(join(home, "bare"))).toEqual([]);
});
