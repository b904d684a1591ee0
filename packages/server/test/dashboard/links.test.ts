import { describe, expect, test } from "bun:test";
import { linksFrom } from "../../src/dashboard/links.ts";

describe("links are relative to the page they stand on", () => {
  test.each([
    ["http://h/", "/", 0, "http://h/"],
    ["http://h/skills", "/skills", 1, "http://h/"],
    ["http://h/skills/a", "/skills/a", 2, "http://h/"],
    ["http://h/curator", "/curator", 0, "http://h/curator"],
    ["http://h/x/curator/skills", "/x/curator/skills", 1, "http://h/x/curator"],
    ["http://h/x/curator/skills/a%2Fb", "/x/curator/skills/a%2Fb", 2, "http://h/x/curator"],
    ["http://h/a%20b:c/runs", "/a%20b:c/runs", 1, "http://h/a%20b:c"],
    // A proxy that takes its own part off the path before the app sees it.
    ["http://h/proxy/skills", "/skills", 1, "http://h/proxy/"],
    ["http://h/proxy/runs/1", "/runs/1", 2, "http://h/proxy/"],
    ["http://h/proxy/", "/", 0, "http://h/proxy/"],
  ])("%s", (shown, path, depth, home) => {
    const links = linksFrom(path, depth);
    const resolve = (link: string) => new URL(link, shown).href;
    const base = home.endsWith("/") ? home : `${home}/`;
    expect(resolve(links.overview)).toBe(home);
    expect(resolve(links.skills)).toBe(`${base}skills`);
    expect(resolve(links.runs)).toBe(`${base}runs`);
    expect(resolve(links.skill("ünï/? #"))).toBe(`${base}skills/${encodeURIComponent("ünï/? #")}`);
    expect(resolve(links.run("01J"))).toBe(`${base}runs/01J`);
    expect(resolve(links.asset("base.css"))).toBe(`${base}assets/base.css`);
  });

  test("a name that is no text has a link all the same", () => {
    expect(linksFrom("/", 0).skill("a\ud800")).toBe("./skills/a%EF%BF%BD");
  });
});
