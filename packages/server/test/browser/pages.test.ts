import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { PAID_RUN_ID } from "../dashboard/support/paid-run.ts";
import { emptyRoot, sampleRoot } from "../dashboard/support/sample-root.ts";
import { axeFindings } from "./support/axe.ts";
import { browserSkipReason } from "./support/find-chromium.ts";
import { type OpenBrowser, openBrowser, settled, type WatchedPage } from "./support/open-browser.ts";
import { type ServedFixture, serveFixture } from "./support/serve-fixture.ts";

/** A browser on a busy machine. */
setDefaultTimeout(600_000);

const skip = browserSkipReason();
const PICTURES = join(import.meta.dir, "../../../../.reports/screenshots");
const PAGES = {
  overview: "/",
  skills: "/skills",
  runs: "/runs",
  skill: "/skills/deploy-web",
  edited: "/skills/call-tool",
  archived: "/skills/notes-release",
  hostile: `/skills/${encodeURIComponent("<img src=x onerror=alert(1)>")}`,
  run: `/runs/${PAID_RUN_ID}`,
} as const;
const EMPTY_PAGES = { "no-activity": "/", "no-skills": "/skills", "no-runs": "/runs" } as const;

interface Look {
  readonly theme: "light" | "dark";
  readonly width: number;
}

const LOOKS: readonly Look[] = [
  { theme: "light", width: 1280 },
  { theme: "dark", width: 1280 },
  { theme: "dark", width: 768 },
  { theme: "light", width: 768 },
  { theme: "light", width: 360 },
  { theme: "dark", width: 360 },
];
/** Without scripts the same styles hold. */
const STILL_LOOKS: readonly Look[] = [
  { theme: "light", width: 1280 },
  { theme: "dark", width: 360 },
];

describe.skipIf(skip !== null)(`pages in Chromium${skip === null ? "" : ` (${skip})`}`, () => {
  let browser: OpenBrowser;
  let full: ServedFixture;
  let empty: ServedFixture;

  beforeAll(async () => {
    mkdirSync(PICTURES, { recursive: true });
    full = serveFixture(await sampleRoot());
    empty = serveFixture(emptyRoot());
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([full.stop(), empty.stop()]);
  });

  /** What is wrong with a page at one look. */
  async function look({ page }: WatchedPage, { theme, width }: Look): Promise<readonly string[]> {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 900 });
    await settled(page, theme, width);
    const shown = await page.evaluate("document.documentElement.scrollWidth");
    const owned = await page.evaluate("document.documentElement.dataset.owned ?? null");
    // Nothing but the layout differs between a middle width and the others.
    const findings = width === 768 ? [] : await axeFindings(page);
    return [
      ...findings,
      ...(shown === width ? [] : [`it is ${shown} px wide`]),
      ...(owned === null ? [] : ["a stranger's script ran"]),
    ].map((wrong) => `${theme} ${width}: ${wrong}`);
  }

  test.each([
    ["a curated root", PAGES],
    ["an empty root", EMPTY_PAGES],
  ])(
    "the pages of %s are accessible in both themes, fit every width, and ask nobody else",
    async (_, pages) => {
      const { origin } = pages === PAGES ? full : empty;
      const watched = await browser.open(origin);
      for (const [name, path] of Object.entries(pages)) {
        await watched.page.goto(`${origin}${path}`);
        await watched.page.locator("html[data-live='']").waitFor({ state: "attached" });
        const pictures = new Set<string>();
        for (const one of LOOKS) {
          expect({ path, wrong: await look(watched, one) }).toEqual({ path, wrong: [] });
          const file = join(PICTURES, `${name}-${one.theme}-${one.width}.png`);
          pictures.add((await watched.page.screenshot({ path: file })).toString("base64"));
        }
        expect(pictures.size).toBe(LOOKS.length);
      }
      expect(watched.faults).toEqual([]);
      await watched.close();
    },
  );

  test("the pages are accessible and fit before any script has run", async () => {
    const watched = await browser.open(full.origin, { scripts: "empty" });
    for (const path of Object.values(PAGES)) {
      await watched.page.goto(`${full.origin}${path}`);
      for (const one of STILL_LOOKS) {
        expect({ path, wrong: await look(watched, one) }).toEqual({ path, wrong: [] });
      }
    }
    expect(watched.faults).toEqual([]);
    await watched.close();
  });
});
