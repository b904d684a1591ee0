import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { curatorFixture, manualSkill } from "@metis-curate/testkit";
import type { Page } from "playwright-core";
import { sampleRoot } from "../dashboard/support/sample-root.ts";
import { browserSkipReason } from "./support/find-chromium.ts";
import { type OpenBrowser, openBrowser } from "./support/open-browser.ts";
import { type ServedFixture, serveFixture } from "./support/serve-fixture.ts";

/** A browser on a busy machine. */
setDefaultTimeout(600_000);

const skip = browserSkipReason();

const firstNames = (page: Page) =>
  page.evaluate(
    "[...document.querySelectorAll('table.data tbody tr')].slice(0, 3).map((row) => row.cells[0].querySelector('a').textContent)",
  );
const live = (page: Page) => page.locator("html[data-live='']").waitFor({ state: "attached" });

describe.skipIf(skip !== null)(`the dashboard in use${skip === null ? "" : ` (${skip})`}`, () => {
  let browser: OpenBrowser;
  let served: ServedFixture;

  beforeAll(async () => {
    served = serveFixture(await sampleRoot());
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await served.stop();
  });

  test("without scripts a table is searched by its form and sorted by its headers", async () => {
    const { page, faults, close } = await browser.open(served.origin, { scripts: "off" });
    await page.goto(`${served.origin}/skills`);
    await page.getByLabel("Search skills").fill("web");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.waitForURL("**/skills?q=web&show=");
    expect(await firstNames(page)).toEqual(["deploy-web"]);
    await page.goto(`${served.origin}/skills`);
    await page.getByRole("link", { name: "Loads" }).click();
    await page.waitForURL("**/skills?sort=loads");
    expect(await firstNames(page)).toEqual(["deploy-web", "call-tool", "release-notes"]);
    expect(await page.getByRole("columnheader", { name: "Loads" }).getAttribute("aria-sort")).toBe(
      "descending",
    );
    expect(faults).toEqual([]);
    await close();
  });

  test("without scripts the charts are drawn, their numbers are there and times are UTC", async () => {
    const { page, close } = await browser.open(served.origin, { scripts: "off" });
    await page.goto(served.origin);
    expect(await page.locator("figure.chart svg.bars").count()).toBe(4);
    expect(await page.locator("figure.chart table.numbers").count()).toBe(4);
    expect(await page.getByRole("button", { name: /^Copy/ }).count()).toBe(0);
    await page.goto(`${served.origin}/runs`);
    expect(await page.locator("table.data time").first().textContent()).toBe("2026-06-01 00:00 UTC");
    await close();
  });

  test("with scripts a search is answered while one types, keeps focus and the address, and is read out", async () => {
    const { page, faults, close } = await browser.open(served.origin);
    await page.goto(`${served.origin}/skills`);
    await live(page);
    await page.getByLabel("Search skills").pressSequentially("web");
    await page.waitForURL("**/skills?q=web");
    expect(await firstNames(page)).toEqual(["deploy-web"]);
    expect(await page.getByRole("status").textContent()).toMatch(/^1 of \d+ skills$/);
    expect(await page.evaluate("document.activeElement.name")).toBe("q");
    await page.getByRole("link", { name: "Loads" }).click();
    await page.waitForURL("**/skills?q=web&sort=loads");
    expect(await page.evaluate("document.activeElement.dataset.tableLink")).toBe("sort-loads");
    await page.getByLabel("Search skills").fill("");
    await page.waitForURL("**/skills?sort=loads");
    expect(await firstNames(page)).toEqual(["deploy-web", "call-tool", "release-notes"]);
    expect(faults).toEqual([]);
    await close();
  });

  test("with scripts times are the viewer's, with UTC in their title, and charts say their numbers", async () => {
    const { page, faults, close } = await browser.open(served.origin, { timeZone: "Asia/Tokyo" });
    await page.goto(`${served.origin}/runs`);
    await live(page);
    const first = page.locator("table.data time").first();
    expect(await first.textContent()).toMatch(/^Jun 1, 2026, 9:00\sAM$/);
    expect(await first.getAttribute("title")).toBe("2026-06-01 00:00 UTC");
    expect(await page.locator("[data-zone]").textContent()).toBe("in your zone (Asia/Tokyo)");
    await page.goto(served.origin);
    await page.locator(".uplot canvas").nth(3).waitFor();
    const chart = page.locator("figure.chart", { hasText: "Library size" });
    await chart.locator(".u-over").hover();
    const said = /^\d{4}-\d{2}-\d{2}: Active \d+, Stale \d+, Archived \d+$/;
    await chart.locator(".readout", { hasText: said }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test("the keyboard reaches everything in reading order, sees where it is, and can skip the navigation", async () => {
    const { page, close } = await browser.open(served.origin);
    await page.goto(`${served.origin}/skills`);
    await live(page);
    const reached: unknown[] = [];
    for (let step = 0; step < 9; step++) {
      await page.keyboard.press("Tab");
      reached.push(
        await page.evaluate("document.activeElement.textContent.trim() || document.activeElement.name"),
      );
      expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).not.toBe("none");
    }
    expect(reached.slice(0, 6)).toEqual([
      "Skip to content",
      "Metis Curator",
      "Overview",
      "Skills",
      "Runs",
      "q",
    ]);
    expect(reached.slice(7, 9)).toEqual(["Skill", "State"]);
    await page.goto(`${served.origin}/skills`);
    await live(page);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator("main:focus").waitFor();
    await close();
  });

  test("with scripts the pages of a long table are turned in place, and back goes back", async () => {
    const skills = Array.from({ length: 150 }, (_, index) => manualSkill(`skill-${100 + index}`));
    const long = serveFixture(curatorFixture({ skills }));
    const { page, faults, close } = await browser.open(long.origin);
    await page.goto(`${long.origin}/skills`);
    await live(page);
    await page.getByRole("link", { name: "Next", exact: true }).click();
    await page.waitForURL("**/skills?page=2");
    await page.locator("[data-table]:focus-within, [data-table]:focus").waitFor();
    expect(await firstNames(page)).toEqual(["skill-200", "skill-201", "skill-202"]);
    await page.goBack();
    await page.waitForURL("**/skills");
    // Not by a function: one that waits over the reload would be refused by the page's own policy.
    await page.getByRole("link", { name: "skill-100", exact: true }).waitFor();
    expect(faults).toEqual([]);
    await close();
    await long.stop();
  });

  test("with scripts a command is copied whole", async () => {
    const { page, close } = await browser.open(served.origin);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(`${served.origin}/skills/${encodeURIComponent("$(touch owned)")}`);
    await live(page);
    await page.getByRole("button", { name: "Copy metis-curate . pin" }).click();
    const line = JSON.stringify("metis-curate . pin '$(touch owned)'");
    await page.waitForFunction(`navigator.clipboard.readText().then((text) => text === ${line})`);
    await close();
  });

  test("a page mounted under another path finds everything", async () => {
    const { page, faults, close } = await browser.open(served.origin);
    await page.goto(`${served.origin}/mounted/below`);
    await live(page);
    await page.getByRole("link", { name: "Skills", exact: true }).click();
    await page.waitForURL("**/mounted/below/skills");
    await page.getByRole("link", { name: "deploy-web" }).click();
    await page.waitForURL("**/mounted/below/skills/deploy-web");
    await page.getByRole("link", { name: "Overview" }).click();
    await page.waitForURL("**/mounted/below");
    expect(faults).toEqual([]);
    await close();
  });
});
