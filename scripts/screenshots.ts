/**
 * Takes the pictures of the README: builds the demo in `demo` of the system's temporary directory (its name is in
 * the pictures), serves it and looks at each page. `bun scripts/screenshots.ts`; needs Chromium.
 */
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBrowser } from "../packages/server/test/browser/support/open-browser.ts";

const REPOSITORY = join(import.meta.dir, "..");
const MAIN = join(REPOSITORY, "packages/cli/src/main.ts");
const PICTURES = join(REPOSITORY, "docs/dashboard");
const SEED = "20261201";
const WIDTH = 1120;
const HEIGHT = 840;
/** Shows the charts too. */
const OVERVIEW_HEIGHT = 1_240;
const NARROW = 360;

const PAGES = [
  { name: "overview", path: "/", theme: "light", width: WIDTH },
  { name: "overview-dark", path: "/", theme: "dark", width: WIDTH },
  { name: "overview-narrow", path: "/", theme: "light", width: NARROW },
  { name: "skills", path: "/skills?sort=loads", theme: "light", width: WIDTH },
  { name: "skill", path: "/skills/changelog-draft", theme: "light", width: WIDTH },
  { name: "runs", path: "/runs", theme: "light", width: WIDTH },
  { name: "run", path: "/runs", theme: "light", width: WIDTH, follow: "main table.data a[href*='/runs/']" },
] as const;

const directory = join(tmpdir(), "demo");
const home = join(directory, "home");

async function buildDemo(): Promise<void> {
  const command = [process.execPath, join(REPOSITORY, "scripts/demo.ts"), SEED, directory];
  const child = Bun.spawn(command, { cwd: REPOSITORY, stdout: "ignore", stderr: "inherit" });
  if ((await child.exited) !== 0) throw new Error("the demo failed");
}

/** Serves the demo's workspace on a free port; the address is the first that is printed. */
async function serve(): Promise<{ readonly origin: string; stop(): Promise<void> }> {
  const child = Bun.spawn([process.execPath, MAIN, "serve", "shop", "--port", "0"], {
    cwd: directory,
    env: { ...process.env, HOME: home },
    stdout: "pipe",
    stderr: "inherit",
  });
  const decoder = new TextDecoder();
  let printed = "";
  for await (const bytes of child.stdout) {
    printed += decoder.decode(bytes, { stream: true });
    const origin = /http:\/\/[\d.:]+/.exec(printed)?.[0];
    if (origin !== undefined) return { origin, stop: () => stopped(child) };
  }
  throw new Error("serve printed no address");
}

async function stopped(child: Bun.Subprocess): Promise<void> {
  child.kill("SIGINT");
  await child.exited;
}

await buildDemo();
mkdirSync(PICTURES, { recursive: true });
const server = await serve();
const browser = await openBrowser();
for (const page of PAGES) {
  const watched = await browser.open(server.origin, { theme: page.theme, width: page.width });
  await watched.page.setViewportSize({
    width: page.width,
    height: page.path === "/" ? OVERVIEW_HEIGHT : HEIGHT,
  });
  await watched.page.goto(`${server.origin}${page.path}`);
  if ("follow" in page) await watched.page.locator(page.follow).first().click();
  await watched.page.waitForLoadState("networkidle");
  await watched.page.screenshot({ path: join(PICTURES, `${page.name}.png`) });
  await watched.close();
}
await browser.close();
await server.stop();
rmSync(directory, { recursive: true, force: true });
