import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type Embedder, SCOUT_CACHE_FILES_MAX, scoutedId } from "../../src/index.ts";
import { fakeSource, found, getValue, payloadsOf, scoutFixture, sourced } from "./support/scout-fixture.ts";

const HOUR_US = 3_600_000_000;
const PDF = sourced("pdf-tables", "Extract the tables of a PDF file.");
const BREAD = sourced("rye-bread", "Bake sourdough and rye bread.");
const byQuery = (text: string) => found(text.includes("pdf") ? PDF : BREAD);

describe("a search", () => {
  test("ranks by similarity to the query and records what was not seen before, once", async () => {
    const fixture = scoutFixture([fakeSource({ answer: () => found(BREAD, PDF) })]);
    const report = getValue(await fixture.scout.search({ query: "extract tables from a pdf" }));
    expect(report.skills.map(({ name, status }) => [name, status])).toEqual([
      ["pdf-tables", "new"],
      ["rye-bread", "new"],
    ]);
    expect(report.skills[0]?.relevance_score).toBeGreaterThan(0.5);
    expect(report.skills[1]?.relevance_score).toBeLessThan(0.2);
    await fixture.scout.search({ query: "extract tables from a pdf" });
    const payloads = await payloadsOf(fixture, "skill.scouted");
    expect(payloads).toHaveLength(2);
    expect(payloads[0]).toMatchObject({
      root: fixture.deps.root.key,
      source_url: PDF.sourceUrl,
      status: "new",
      matched_gap: null,
    });
  });

  test("a skill that shares no word with the query is found by its meaning", async () => {
    const near = (text: string) => Float32Array.from(/website|web app/i.test(text) ? [1, 0] : [0, 1]);
    const embedder: Embedder = {
      id: "fake",
      embed: async (texts) => ({ kind: "vectors", vectors: texts.map(near) }),
    };
    const skills = [BREAD, PDF, sourced("canary", "Roll out a web app."), sourced("canary", null)];
    const { scout } = scoutFixture([fakeSource({ answer: () => found(...skills) })], {
      embedder: { kind: "embedder", embedder },
    });
    const report = getValue(await scout.search({ query: "ship my website" }));
    expect(report.skills[0]).toMatchObject({ name: "canary", description: "Roll out a web app." });
    expect(report.skills[0]?.relevance_score).toBeGreaterThan(0.5);
    expect(report.skills[1]?.relevance_score).toBeLessThan(0.2);
  });

  test("an embedder that fails costs the meaning, not the answer", async () => {
    const message = "no weights";
    const { scout } = scoutFixture([fakeSource({ answer: byQuery })], {
      embedder: { kind: "none", id: "use-lite", message },
    });
    const { skills, notices } = getValue(await scout.search({ query: "pdf tables" }));
    expect(skills).toHaveLength(1);
    expect(notices).toEqual([`compared by words only: ${message}`]);
  });

  test("query B within a day of query A returns B's skills; A again is not asked again", async () => {
    const source = fakeSource({ answer: byQuery });
    const { scout, clock } = scoutFixture([source]);
    const names = async (query: string) =>
      getValue(await scout.search({ query })).skills.map(({ name }) => name);
    expect(await names("read a pdf")).toEqual(["pdf-tables"]);
    expect(await names("bake bread")).toEqual(["rye-bread"]);
    clock.advanceUs(23 * HOUR_US);
    expect(await names("  Read a\n PDF ")).toEqual(["pdf-tables"]);
    expect(await names("bake bread")).toEqual(["rye-bread"]);
    expect(source.asked).toEqual(["read a pdf", "bake bread"]);
    clock.advanceUs(HOUR_US);
    expect(await names("read a pdf")).toEqual(["pdf-tables"]);
    expect(source.asked).toHaveLength(3);
    getValue(await scout.search({ query: "read a pdf", isFresh: true }));
    expect(source.asked).toHaveLength(4);
  });

  test("a catalogue is asked once for all queries", async () => {
    const source = fakeSource({ isCatalog: true, answer: () => found(PDF, BREAD) });
    const { scout } = scoutFixture([source]);
    expect(getValue(await scout.search({ query: "pdf tables" })).skills[0]?.name).toBe("pdf-tables");
    expect(getValue(await scout.search({ query: "rye bread" })).skills[0]?.name).toBe("rye-bread");
    expect(source.asked).toHaveLength(1);
  });

  test("a source that fails is a warning and is asked again; the others stand", async () => {
    const down = fakeSource({ id: "down", answer: () => ({ kind: "unavailable", message: "no answer" }) });
    const partial = fakeSource({
      id: "partial",
      answer: () => ({ kind: "found", skills: [BREAD], warnings: ["half of it"], isPartial: true }),
    });
    const { scout } = scoutFixture([down, fakeSource({ answer: () => found(PDF) }), partial]);
    const ask = async () => getValue(await scout.search({ query: "pdf" }));
    const { skills, sources } = await ask();
    expect(skills.map(({ name }) => name)).toEqual(["pdf-tables", "rye-bread"]);
    expect(sources).toEqual([
      { source: "down", found: 0, cached: false, failed: true, warnings: ["down: no answer"] },
      { source: "github", found: 1, cached: false, failed: false, warnings: [] },
      { source: "partial", found: 1, cached: false, failed: false, warnings: ["partial: half of it"] },
    ]);
    expect((await ask()).sources.map(({ cached }) => cached)).toEqual([false, true, false]);
  });

  test("a skill without a description survives, and one that says more wins", async () => {
    const silent = sourced("pdf-tables", null);
    const { scout } = scoutFixture([
      fakeSource({ answer: () => found(silent, sourced("nameless", null)) }),
      fakeSource({ id: "other", answer: () => found(PDF) }),
    ]);
    const { skills } = getValue(await scout.search({ query: "pdf tables" }));
    expect(skills).toHaveLength(2);
    expect(skills[0]).toMatchObject({ description: PDF.description, source: "other" });
    expect(skills[1]).toMatchObject({ name: "nameless", description: null });
  });

  test("dismissed skills are left out; adopted ones are marked", async () => {
    const fixture = scoutFixture([fakeSource({ answer: () => found(PDF, BREAD) })]);
    const { scout } = fixture;
    await scout.search({ query: "pdf" });
    getValue(await scout.dismiss(scoutedId(BREAD.sourceUrl)));
    getValue(await scout.dismiss("rye-bread"));
    const report = getValue(await scout.search({ query: "pdf" }));
    expect(report.skills.map(({ name }) => name)).toEqual(["pdf-tables"]);
    expect(report.notices.join()).toContain("1 dismissed");
    const statuses = (await payloadsOf(fixture, "skill.scouted")).map((payload) => Object(payload).status);
    expect(statuses).toEqual(["new", "new", "dismissed"]);
  });

  test("the cache is bounded and no repository's", async () => {
    const { scout, fs, deps } = scoutFixture([fakeSource({ answer: byQuery })]);
    for (let at = 0; at < SCOUT_CACHE_FILES_MAX + 5; at++) await scout.search({ query: `pdf ${at}` });
    const directory = join(deps.root.privateDir, "scout-cache");
    expect(fs.readdir(directory)).toHaveLength(SCOUT_CACHE_FILES_MAX);
    expect(directory.startsWith(deps.root.base)).toBe(false);
  });

  test("a damaged or foreign answer in the cache is no answer", async () => {
    const source = fakeSource({ answer: byQuery });
    const { scout, fs, deps } = scoutFixture([source]);
    await scout.search({ query: "read a pdf" });
    await scout.search({ query: "bake bread" });
    const directory = join(deps.root.privateDir, "scout-cache");
    const [a = "", b = ""] = fs.readdir(directory).map(({ name }) => join(directory, name));
    const bytes = fs.readFile(a);
    fs.unlink(b);
    fs.writeNewFile(b, bytes);
    fs.unlink(a);
    fs.writeNewFile(a, new TextEncoder().encode('{"schema_version":"1"'));
    expect(getValue(await scout.search({ query: "read a pdf" })).skills[0]?.name).toBe("pdf-tables");
    expect(getValue(await scout.search({ query: "bake bread" })).skills[0]?.name).toBe("rye-bread");
    expect(source.asked).toHaveLength(4);
  });

  test("a trace that cannot be written costs the record, not the answer", async () => {
    const { scout } = scoutFixture([fakeSource({ answer: byQuery })], { trace: { readOnly: true } });
    const { skills, notices } = getValue(await scout.search({ query: "pdf" }));
    expect(skills).toHaveLength(1);
    expect(notices.join()).toContain("not recorded");
  });

  test.each([
    [{ query: "" }, "empty-query"],
    [{ query: " \n\u200b " }, "empty-query"],
    [{ query: "pdf", limit: 0 }, "invalid-limit"],
    [{ query: "pdf", limit: 1e9 }, "invalid-limit"],
    [{ query: "pdf", limit: 1.5 }, "invalid-limit"],
    [{ query: "use fixture-secret-abcd1234 to deploy" }, "secret-in-query"],
  ])("%j is refused as %s and nobody is asked", async (request, kind) => {
    const source = fakeSource();
    const outcome = await scoutFixture([source]).scout.search(request);
    expect(outcome).toMatchObject({ ok: false, refusal: { kind, exitCode: 2 } });
    expect(source.asked).toEqual([]);
  });

  test("of a megabyte only a line is sent", async () => {
    const source = fakeSource();
    getValue(await scoutFixture([source]).scout.search({ query: "pdf tables ".repeat(100_000) }));
    expect(source.asked[0]?.length).toBeLessThanOrEqual(200);
  });

  test("a search that was cancelled records nothing", async () => {
    const fixture = scoutFixture([fakeSource({ answer: byQuery })]);
    const outcome = await fixture.scout.search({ query: "pdf" }, AbortSignal.abort());
    expect(outcome).toMatchObject({ ok: false, refusal: { kind: "cancelled" } });
    expect(await payloadsOf(fixture, "skill.scouted")).toEqual([]);
  });
});

describe("a search for the open gaps", () => {
  const TASKS = ["bake a rye bread", "baking sourdough rye bread", "how long to bake bread with rye flour"];

  test("sends their themes, never their tasks, and names the gap that a skill fills", async () => {
    const source = fakeSource({ answer: () => found(BREAD) });
    const catalog = fakeSource({ id: "all", isCatalog: true, answer: () => found(PDF) });
    const fixture = scoutFixture([source, catalog]);
    for (const task of TASKS) await fixture.matcher.match({ task, sessionId: "s" });
    const report = getValue(await fixture.scout.search());
    const [theme = ""] = source.asked;
    expect(theme).toContain("bread");
    for (const task of TASKS) expect(source.asked).not.toContain(task);
    expect(report.skills[0]).toMatchObject({ name: "rye-bread", matched_gap: theme });
    expect(report.skills[0]?.relevance_score).toBeGreaterThan(0.3);
    const [payload] = await payloadsOf(fixture, "skill.scouted");
    expect(payload).toMatchObject({ matched_gap: theme });
    const other = getValue(await fixture.scout.search({ query: "pdf", gapsOnly: true }));
    expect(other.skills.map(({ name }) => name)).toEqual(["rye-bread"]);
  });

  test("without one nobody is asked, and it says so", async () => {
    const source = fakeSource();
    const { scout } = scoutFixture([source]);
    expect(getValue(await scout.search()).notices).toEqual(["no open gap to look for; give a query"]);
    expect(getValue(await scout.search({ query: "pdf", gapsOnly: true })).skills).toEqual([]);
    expect(source.asked).toEqual([]);
  });

  test("of hashed tasks there are no words to send", async () => {
    const source = fakeSource();
    const { scout, matcher } = scoutFixture([source], { matching: { store_task: "hash" } });
    for (let at = 0; at < 4; at++) await matcher.match({ task: TASKS[0] ?? "", sessionId: "s" });
    const { notices } = getValue(await scout.search());
    expect(notices.length).toBeGreaterThan(0);
    expect(source.asked).toEqual([]);
  });
});
