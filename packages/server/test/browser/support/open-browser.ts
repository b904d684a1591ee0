import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { findChromium } from "./find-chromium.ts";

const ARGUMENTS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
] as const;
/** These end what hangs; a machine that has all else to do may take its time. */
const LAUNCH_TIMEOUT_MS = 150_000;
const STEP_TIMEOUT_MS = 150_000;

export interface PageOptions {
  readonly width?: number;
  readonly theme?: "light" | "dark";
  /**
   * `off`: the browser runs none. `empty`: the page's own are empty files, so that a test can still look at it
   * with axe, which waits for timers. Default `on`.
   */
  readonly scripts?: "on" | "empty" | "off";
  readonly timeZone?: string;
}

/** A page and everything it did that it should not have. */
export interface WatchedPage {
  readonly page: Page;
  /** Console errors, uncaught exceptions, refusals of the Content-Security-Policy, failed or foreign requests. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

export interface OpenBrowser {
  open(origin: string, options?: PageOptions): Promise<WatchedPage>;
  close(): Promise<void>;
}

/** Starts Chromium without a window and with an empty profile. */
export async function openBrowser(): Promise<OpenBrowser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error("no Chromium; scripts/install-chromium.sh installs it");
  const profile = mkdtempSync(join(tmpdir(), "metis-browser-"));
  // In a container there is often no sandbox to be had; the pages are this repository's own.
  const hasSandbox = process.getuid?.() !== 0 && process.env["CI"] !== "true";
  const browser = await chromium.launch({
    executablePath,
    headless: true,
    timeout: LAUNCH_TIMEOUT_MS,
    args: [...ARGUMENTS, ...(hasSandbox ? [] : ["--no-sandbox"])],
    env: { ...definedOnly(process.env), HOME: profile },
  });
  return {
    open: async (origin, options = {}) => {
      const context = await browser.newContext({
        viewport: { width: options.width ?? 1280, height: 900 },
        colorScheme: options.theme ?? "light",
        javaScriptEnabled: options.scripts !== "off",
        timezoneId: options.timeZone ?? "UTC",
        locale: "en-US",
        reducedMotion: "reduce",
      });
      context.setDefaultTimeout(STEP_TIMEOUT_MS);
      return watch(context, origin, options.scripts === "empty");
    },
    close: async () => {
      await browser.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Resolves when what was asked of the page was drawn, in this theme and width. */
export async function settled(page: Page, theme: "light" | "dark", width: number): Promise<void> {
  await page.waitForFunction(
    `innerWidth === ${width} && matchMedia("(prefers-color-scheme: ${theme})").matches`,
  );
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
}

async function watch(
  context: BrowserContext,
  origin: string,
  areScriptsEmpty: boolean,
): Promise<WatchedPage> {
  const faults: string[] = [];
  await context.route("**/*", (route) => {
    const url = route.request().url();
    if (areScriptsEmpty && route.request().resourceType() === "script") {
      return route.fulfill({ contentType: "text/javascript", body: "" });
    }
    if (new URL(url).origin === origin) return route.continue();
    faults.push(`request to ${url}`);
    return route.abort();
  });
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("requestfailed", (request) => {
    if (request.failure()?.errorText !== "net::ERR_ABORTED") faults.push(`failed: ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`);
  });
  return {
    page,
    faults,
    close: async () => {
      // A request that is still on its way may end with the page.
      await context.unrouteAll({ behavior: "ignoreErrors" });
      await context.close();
    },
  };
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}
