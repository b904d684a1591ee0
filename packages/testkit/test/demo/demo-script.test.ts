import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DemoCase, generateDemoLibrary } from "@metis-curate/testkit";

const SCRIPT = join(import.meta.dir, "../../../../scripts/demo.ts");
const SEED = 20_261_201;
/** Generous for a loaded machine; the demo promises ten. */
const SECONDS_MAX = 90;
const COLUMNS = 80;

let base: string;
let demo: string;
let output: string;
let exitCode: number;

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), "metis-"));
  demo = join(base, "d");
  const child = Bun.spawn([process.execPath, SCRIPT, String(SEED), demo], {
    env: { ...process.env, NO_COLOR: "1" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [text, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  exitCode = await child.exited;
  output = exitCode === 0 ? text : `${text}\n${errors}`;
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

function names(demoCase: DemoCase): readonly string[] {
  const { skills } = generateDemoLibrary({ seed: SEED, nowUs: Date.now() * 1000 }).main;
  return skills.filter((skill) => skill.case === demoCase).map(({ name }) => name);
}

/** The output of the command that was shown with these words. */
function outputOf(words: string): string {
  const start = output.indexOf(`$ metis-curate ${demo}/shop ${words}`);
  expect(start).toBeGreaterThanOrEqual(0);
  const end = output.indexOf("=".repeat(78), start);
  return output.slice(start, end === -1 ? undefined : end);
}

test("the demo runs to its end within its time", () => {
  expect(exitCode, output).toBe(0);
  const seconds = /done in ([\d.]+) s/.exec(output)?.[1];
  expect(Number(seconds)).toBeLessThan(SECONDS_MAX);
});

test("the run archives what is idle and merges what is equal", () => {
  const run = outputOf("--model rules");
  for (const name of [...names("stale"), ...names("never-used")]) {
    expect(run).toMatch(new RegExp(`archived +${name}\\b`));
  }
  expect(run).toMatch(/merged +flaky-test-triage/);
  expect(run).toMatch(/merged +changelog-draft/);
});

test("every way of leaving a skill alone is shown with its reason", () => {
  const preview = outputOf("--dry-run");
  for (const reason of ["manual", "imported", "pinned", "linked", "shadowed", "hand-edited", "referenced"]) {
    expect(preview).toContain(reason);
  }
});

test("the skill that was restored lies in its place again, the others in the archive", () => {
  const [restored, ...others] = names("stale");
  const live = readdirSync(join(demo, "shop/.metis/skills"), { recursive: true }).map(String);
  const isLive = (name: string) => live.some((path) => path.endsWith(`${name}/SKILL.md`));
  expect(isLive(restored ?? "")).toBe(true);
  expect(others.filter(isLive)).toEqual([]);
  const archived = readdirSync(join(demo, "shop/.metis/skills-archive"));
  const [first] = archived.filter((id) => id.startsWith(others[0] ?? "-"));
  expect(statSync(join(demo, "shop/.metis/skills-archive", first ?? "", "scripts/run.sh")).mode & 0o777).toBe(
    0o755,
  );
});

test("no line of the demo itself is wider than a terminal", () => {
  const own = output.split("\n").filter((line) => !line.includes(demo));
  expect(own.filter((line) => Bun.stringWidth(line) > COLUMNS)).toEqual([]);
});

test("everything lies in the demo's own directory", () => {
  expect(readdirSync(demo).sort()).toEqual(["billing", "home", "shop"]);
  expect(existsSync(join(demo, "home/.metis/metis.db"))).toBe(true);
});
