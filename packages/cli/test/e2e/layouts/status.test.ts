import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { noteHooked, noteImported, runtimeMarks } from "@metis-curate/runtimes";
import { rootAt, writeSkill } from "../support/layout-library.ts";
import { runInProcess } from "../support/real-cli.ts";
import { createSandbox, type Sandbox } from "../support/sandbox.ts";

let box: Sandbox;

beforeEach(() => {
  box = createSandbox();
});
afterEach(() => box.dispose());

function skillsOf(layout: string, scope: "workspace" | "global", ...paths: string[]): void {
  const root = rootAt(box, layout, scope === "global" ? null : box.workspace);
  for (const path of paths) writeSkill(root, path);
}

function use(runtime: Parameters<typeof runtimeMarks>[0]): void {
  const [mark = ""] = runtimeMarks(runtime, { home: box.home, env: {} });
  mkdirSync(mark, { recursive: true });
}

async function layoutsOf(...words: string[]) {
  const ran = await runInProcess(box, [...words, "status", "--json"]);
  expect(ran.exitCode).toBe(0);
  return JSON.parse(ran.stdout).layouts;
}

describe("status lists the layouts that are here", () => {
  test("with their skills, their readers and how these are watched", async () => {
    skillsOf("metis", "workspace", "one");
    skillsOf("claude-code", "workspace", "two", "three");
    skillsOf("agents", "global", "ops/four");
    use("claude-code");
    use("codex");
    use("gemini");
    const settings = join(box.home, ".claude/settings.local");
    writeFileSync(settings, "our line");
    noteHooked(box.home, "claude-code", { settings_path: settings, mark: "our line", workspace: null });
    noteImported(box.home, "gemini", Date.now());
    const layouts = await layoutsOf("ws");
    const today = new Date().toISOString().slice(0, 10);
    expect(layouts).toEqual([
      {
        layout: "metis",
        scope: "workspace",
        path: join(box.workspace, ".metis/skills"),
        skills: 1,
        linked: 0,
        skills_of: null,
        readers: [],
        command: "metis-curate ws",
      },
      {
        layout: "claude-code",
        scope: "workspace",
        path: join(box.workspace, ".claude/skills"),
        skills: 2,
        linked: 0,
        skills_of: null,
        readers: [{ runtime: "claude-code", watched: "hooked", imported_at: null }],
        command: "metis-curate ws --layout claude-code",
      },
      {
        layout: "agents",
        scope: "global",
        path: join(box.home, ".agents/skills"),
        skills: 1,
        linked: 0,
        skills_of: null,
        readers: [
          { runtime: "codex", watched: null, imported_at: null },
          { runtime: "gemini", watched: "imported", imported_at: expect.stringContaining(today) },
        ],
        command: "metis-curate --global --layout agents",
      },
    ]);
    const text = (await runInProcess(box, ["ws", "status"])).stdout;
    expect(text).toContain("claude-code (hooked)");
    expect(text).toContain("codex (not watched)");
    expect(text).toContain("metis-curate --global --layout agents");
  });

  test("each once, a link by whose it is", async () => {
    skillsOf("agents", "workspace", "one");
    mkdirSync(join(box.workspace, ".claude"));
    symlinkSync("../.agents/skills", join(box.workspace, ".claude/skills"));
    const layouts = await layoutsOf("ws", "--layout", "agents");
    const seen = layouts.map(({ layout, skills, linked, skills_of }: Record<string, unknown>) => [
      layout,
      skills,
      linked,
      skills_of,
    ]);
    const { key } = rootAt(box, "agents", box.workspace);
    expect(seen).toEqual([
      ["agents", 1, 0, null],
      ["claude-code", 1, 1, key],
    ]);
  });

  test("also where there is no library of the layout that was left out", async () => {
    skillsOf("codex", "global", "one");
    const ran = await runInProcess(box, ["ws", "status", "--json"]);
    expect(ran.exitCode).toBe(0);
    expect(JSON.parse(ran.stdout)).toMatchObject({ root: null, layouts: [{ layout: "codex", skills: 1 }] });
    const asked = await runInProcess(box, ["ws", "status", "--layout", "goose"]);
    expect(asked.exitCode).toBe(2);
  });

  test("and every other command says which there are", async () => {
    skillsOf("claude-code", "workspace", "one");
    const ran = await runInProcess(box, ["ws", "--list"]);
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr).toContain("there are skills for metis-curate ws --layout claude-code");
  });

  test("nothing at all is the old refusal", async () => {
    const ran = await runInProcess(box, ["ws", "status"]);
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr).toContain("there are no skills to curate");
    expect(ran.stderr).not.toContain("there are skills for");
  });
});
