import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { emptyRoot } from "../dashboard/support/sample-root.ts";
import { axeFindings } from "./support/axe.ts";
import { browserSkipReason } from "./support/find-chromium.ts";
import { type OpenBrowser, openBrowser, settled } from "./support/open-browser.ts";
import { type ServedFixture, serveFixture } from "./support/serve-fixture.ts";

/** A browser on a busy machine. */
setDefaultTimeout(600_000);

const skip = browserSkipReason();

describe.skipIf(skip !== null)(`the reference in Chromium${skip === null ? "" : ` (${skip})`}`, () => {
  let browser: OpenBrowser;
  let served: ServedFixture;

  beforeAll(async () => {
    served = serveFixture(emptyRoot());
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await served.stop();
  });

  test("is accessible in both themes, fits every width, and asks nobody else", async () => {
    const watched = await browser.open(served.origin);
    const { page } = watched;
    await page.goto(`${served.origin}/reference`);
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
    for (const colorScheme of ["light", "dark"] as const) {
      for (const width of [1280, 360]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await settled(page, colorScheme, width);
        const shown = await page.evaluate("document.documentElement.scrollWidth");
        expect({ colorScheme, width: shown, findings: await axeFindings(page) }).toEqual({
          colorScheme,
          width,
          findings: [],
        });
      }
    }
    await page.click("nav a");
    await page.waitForURL("**/reference#*");
    expect(watched.faults).toEqual([]);
    await watched.close();
  });
});
