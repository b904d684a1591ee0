import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createDashboard } from "../../src/dashboard/create-dashboard.tsx";
import { strangersData } from "./support/fake-data.ts";
import { HOSTILE_TEXT } from "./support/hostile-skills.ts";
import { activeParts, elementsOf } from "./support/page-elements.ts";

const FRAGMENTS = [
  "<script>alert(1)</script>",
  "</script>",
  "</title>",
  "</pre>",
  "</style>",
  '"',
  "'",
  "`",
  "<",
  ">",
  "&",
  "&lt;",
  "<!--",
  "-->",
  "<![CDATA[",
  " onerror=alert(1) ",
  "javascript:alert(1)",
  "//evil.example/",
  "https://evil.example/",
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)>",
  "metis-curate .",
  "2026-05-01T00:00:00Z",
  "\u202e",
  "\u0000",
  "\u2028",
  "\ud800",
  "\n@@ -1 +1 @@\n",
  "\n+",
  "/",
  "..",
  "?q=",
  "#",
  "é日本",
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ unit: "binary", maxLength: 6 })), {
    maxLength: 8,
  })
  .map((parts) => parts.join(""));
const PATHS = ["/", "/skills", "/skills/x", "/runs", "/runs/x"];
/** A page of plain texts: the elements that every page of its kind has. */
const PLAIN = "plain";

describe("text of a stranger", () => {
  test.each(PATHS)("is never anything but text at %s", async (path) => {
    const shape = async (text: string): Promise<readonly string[]> => {
      const app = createDashboard({ data: strangersData({ name: text, text }) });
      const response = await app.request(path);
      expect(response.status).toBe(200);
      const html = await response.text();
      const elements = await elementsOf(html);
      expect(activeParts(elements)).toEqual([]);
      expect(html.isWellFormed()).toBe(true);
      expect(/[\u0000\u202a-\u202e\u2066-\u2069\u200b\ufeff]/.exec(html)?.[0]).toBeUndefined();
      return elements.map(({ tag }) => tag).filter((tag) => STRANGERS_NEVER_MAKE.has(tag));
    };
    const plain = await shape(PLAIN);
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        expect(await shape(text)).toEqual(plain);
      }),
      { numRuns: 40, examples: [[HOSTILE_TEXT], ["<"], ["\ud800"], ["__proto__"]] },
    );
  });
});

/** Commands and times inside a text are set apart, diffs by lines; no other element depends on a text. */
const STRANGERS_NEVER_MAKE: ReadonlySet<string> = new Set([
  ..."html head meta title link script body header nav main footer section form input select button table tr th td".split(
    " ",
  ),
  ..."h1 h2 h3 pre svg rect path text figure figcaption details summary img iframe style base object embed b i".split(
    " ",
  ),
]);
