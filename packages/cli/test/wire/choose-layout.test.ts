import { describe, expect, test } from "bun:test";
import { LAYOUT_ROWS } from "@metis-curate/runtimes";
import { chooseLayout, type LayoutOptions } from "../../src/wire/choose-layout.ts";

const BASE: LayoutOptions = { workspace: "/ws", global: false, home: "/home/u", env: {} };

/** What exists is what `links` says, and every other path as it is. */
function choose(options: Partial<LayoutOptions>, links: Readonly<Record<string, string>> = {}) {
  return chooseLayout({ ...BASE, ...options }, (path) => links[path] ?? path);
}

function nameOf(choice: ReturnType<typeof choose>): string {
  return choice.ok ? choice.value.name : choice.refusal.message;
}

describe("--layout", () => {
  test("is metis when it is not given", () => {
    expect(nameOf(choose({}))).toBe("metis");
  });

  test("takes every row", () => {
    for (const { layout } of LAYOUT_ROWS) expect(nameOf(choose({ layout: layout.name }))).toBe(layout.name);
  });

  test.each([
    ["cladue-code", "claude-code"],
    ["claude", "claude-code"],
    ["Claude-Code", "claude-code"],
    ["codx", "codex"],
    ["agent", "agents"],
  ])("%s is answered with %s", (layout, meant) => {
    const choice = choose({ layout });
    expect(choice).toMatchObject({ ok: false, refusal: { kind: "unknown-layout", exitCode: 2 } });
    expect(nameOf(choice)).toContain(`did you mean ${meant}?`);
  });

  test("a word near nothing lists the rows", () => {
    const message = nameOf(choose({ layout: "vim" }));
    expect(message).not.toContain("did you mean");
    for (const { layout } of LAYOUT_ROWS) expect(message).toContain(layout.name);
  });

  test("takes the key's name of a directory that a variable moved", () => {
    const env = { CODEX_HOME: "/opt/codex" };
    const choice = choose({ env, global: true, skillsDir: "/opt/codex/skills" });
    expect(nameOf(choice)).toBe("codex");
    const own = choice.ok ? choice.value.layouts.find(({ name }) => name === "codex")?.home?.name : undefined;
    expect(own).toMatch(/^codex-[0-9a-f]{8}$/);
    expect(nameOf(choose({ env, layout: own ?? "" }))).toBe("codex");
  });
});

describe("--skills-dir", () => {
  test("of one's own is a layout of its own", () => {
    const choice = choose({ skillsDir: "/ws/agent/skills" });
    expect(nameOf(choice)).toMatch(/^dir-[0-9a-f]{8}$/);
    expect(nameOf(choose({ skillsDir: "/ws/agent/skills" }))).toBe(nameOf(choice));
    expect(nameOf(choose({ skillsDir: "/ws/agent/more" }))).not.toBe(nameOf(choice));
  });

  test("of a row is that row", () => {
    expect(nameOf(choose({ skillsDir: "/ws/.metis/skills" }))).toBe("metis");
    for (const { layout } of LAYOUT_ROWS.filter((row) => row.layout.homeOnly !== true)) {
      expect(nameOf(choose({ skillsDir: `/ws/${layout.skills.join("/")}` }))).toBe(layout.name);
    }
    expect(nameOf(choose({ global: true, skillsDir: "/home/u/.config/opencode/skills" }))).toBe("opencode");
  });

  test("that is a link to a row's, or that a row links to, is that row", () => {
    expect(nameOf(choose({ skillsDir: "/ws/mine" }, { "/ws/mine": "/ws/.codex/skills" }))).toBe("codex");
    expect(nameOf(choose({ skillsDir: "/ws/lib" }, { "/ws/.claude/skills": "/ws/lib" }))).toBe("claude-code");
  });

  test("spelled another way is the same library", () => {
    const plain = nameOf(choose({ skillsDir: "/ws/lib" }));
    expect(nameOf(choose({ skillsDir: "/ws/alias" }, { "/ws/alias": "/ws/lib" }))).toBe(plain);
  });

  test.each([
    "/ws",
    "/ws/.metis",
    "/ws/.metis/skills-archive",
    "/ws/.metis/curator/x",
    "/else",
    "/ws/..",
    "/ws/.claude",
    "/ws/.agents/skills/group",
    "/ws/.metis/skills/group",
    "/ws/sub/.claude/skills",
    "/home/u/.claude/skills",
  ])("%s is refused", (skillsDir) => {
    expect(choose({ skillsDir })).toMatchObject({ ok: false, refusal: { exitCode: 2 } });
  });

  test("of another library names it", () => {
    expect(nameOf(choose({ skillsDir: "/ws/sub/.claude/skills" }))).toContain(
      "metis-curate /ws/sub --layout claude-code",
    );
  });

  test("excludes --layout", () => {
    expect(choose({ layout: "metis", skillsDir: "/ws/x" }).ok).toBe(false);
  });
});
