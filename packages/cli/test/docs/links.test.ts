import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { anchorsOf, linksOf } from "./support/links.ts";
import { type Page, REPOSITORY, readAllPages } from "./support/read-pages.ts";

const pages = readAllPages();
const byPath = new Map(pages.map((page) => [page.path, page]));

/** What is wrong with one link of a page; null when nothing. External ones are only looked at, never asked. */
function findLinkFault(page: Page, link: string): string | null {
  if (/^[a-z][a-z+.-]*:/i.test(link)) {
    return URL.canParse(link) && /^(?:https:|mailto:|http:\/\/(?:localhost|127\.0\.0\.1)\b)/.test(link)
      ? null
      : `${link} is no https address`;
  }
  const [path = "", anchor] = link.split("#");
  const target =
    path === "" ? page.path : relative(REPOSITORY, join(REPOSITORY, dirname(page.path), decodeURI(path)));
  if (target.startsWith("..")) return `${link} leads out of the repository`;
  if (!existsSync(join(REPOSITORY, target))) return `${link} leads to nothing`;
  const other = byPath.get(target);
  if (anchor === undefined || other === undefined) return null;
  return anchorsOf(other.text).has(anchor) ? null : `${link}: no such heading`;
}

test("every link leads to something", () => {
  const faults = pages.flatMap((page) =>
    linksOf(page.text).flatMap((link) => {
      const fault = findLinkFault(page, link);
      return fault === null ? [] : [`${page.path}: ${fault}`];
    }),
  );
  expect(faults).toEqual([]);
});

test("every page of the documentation is reached from its start page or the README", () => {
  const linked = new Set(
    ["docs/README.md", "README.md"].flatMap((path) =>
      linksOf(byPath.get(path)?.text ?? "").map((link) => join(dirname(path), link.split("#")[0] ?? "")),
    ),
  );
  const documents = pages.map(({ path }) => path).filter((path) => /^docs\/[^/]+\.md$/.test(path));
  expect(documents.filter((path) => path !== "docs/README.md" && !linked.has(path))).toEqual([]);
});

test("links in code are no links, and a heading's anchor is as GitHub makes it", () => {
  expect(
    linksOf("[a](b.md) `[c](d.md)`\n```\n[e](f.md)\n```\n![g](h.png)\n[i]: https://x.y\n[k](<l m.md>)"),
  ).toEqual(["b.md", "h.png", "l m.md", "https://x.y"]);
  const anchors = anchorsOf(
    "# What `rules` does, and what it does not\n## Same\n## Same\n```\n# code\n```\n",
  );
  expect([...anchors]).toEqual(["what-rules-does-and-what-it-does-not", "same", "same-1"]);
});
