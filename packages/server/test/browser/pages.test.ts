import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { PAID_RUN_ID } from "../dashboard/support/paid-run.ts";
import { emptyRoot, sampleRoot } from "../dashboard/support/sample-root.ts";
import { axeFindings } from "./support/axe.ts";
import { browserSkipReason } from "./support/find-chromium.ts";
import { type OpenBrowser, openBrowser, settled, type WatchedPage } from "./support/open-browser.ts";
import { type ServedFixture, serveFixture } from "./support/serve-fixture.ts";

const skip = browserSkipReason();
const HOSTILE_PAGE = `/skills/${encodeURIComponent("<img src=x onerror=alert(1)>")}`;
const PAGES = [
  "/",
  "/skills",
  "/runs",
  "/skills/deploy-web",
  "/skills/notes-release",
  HOSTILE_PAGE,
  `/runs/${PAID_RUN_ID}`,
];
const EMPTY_PAGES = ["/", "/skills", "/runs"];

interface Look {
  readonly theme: "light" | "dark";
  readonly width: number;
}

const LOOKS: readonly Look[] = [
  { theme: "light", width: 1280 },
  { theme: "dark", width: 1280 },
  { theme: "dark", width: 360 },
  { theme: "light", width: 360 },
];
/** Without scripts the same styles hold. */
const STILL_LOOKS = LOOKS.filter((_, index) => index % 2 === 0);

describe.skipIf(skip !== null)(`pages in Chromium${skip === null ? "" : ` (${skip})`}`, () => {
  let browser: OpenBrowser;
  let full: ServedFixture;
  let empty: ServedFixture;

  beforeAll(async () => {
    full = serveFixture(await sampleRoot());
    empty = serveFixture(emptyRoot());
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([full.stop(), empty.stop()]);
  });

  /** What is wrong with a page at each of its looks. */
  async function look({ page }: WatchedPage, looks: readonly Look[]): Promise<readonly string[]> {
    const wrong: string[] = [];
    for (const { theme, width } of looks) {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      const findings = await axeFindings(page);
      wrong.push(...findings.map((finding) => `${theme} ${width}: ${finding}`));
      const shown = await page.evaluate("document.documentElement.scrollWidth");
      if (shown !== width) wrong.push(`${theme} ${width}: it is ${shown} px wide`);
    }
    const owned = await page.evaluate("document.documentElement.dataset.owned ?? null");
    if (owned !== null) wrong.push("a stranger's script ran");
    return wrong;
  }

  async function lookAtAll(scripts: "on" | "empty"): Promise<void> {
    for (const { origin } of [full, empty]) {
      const watched = await browser.open(origin, { scripts });
      for (const path of origin === full.origin ? PAGES : EMPTY_PAGES) {
        await watched.page.goto(`${origin}${path}`);
        if (scripts === "on")
          await watched.page.waitForFunction("document.documentElement.dataset.live === ''");
        expect({ path, wrong: await look(watched, scripts === "on" ? LOOKS : STILL_LOOKS) }).toEqual({
          path,
          wrong: [],
        });
      }
      expect(watched.faults).toEqual([]);
      await watched.close();
    }
  }

  test("every page is accessible in both themes, fits on 360 px, and asks nobody but its own server", () =>
    lookAtAll("on"));

  test("every page is accessible and fits before any script has run", () => lookAtAll("empty"));
});
