import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { IndexedSkill, SkillIndex } from "@metis-curate/core";
import { openDatabase } from "@metis-curate/sqlite";
import { openSkillIndex } from "../src/index.ts";

const ASIDE = "20260101T000000Z";
const NONE = { name: [], trigger: [], description: [], headings: [], body: [], grams: [] };
const SKILL: IndexedSkill = {
  name: "one",
  path: "/one/SKILL.md",
  description: "one",
  triggerText: "",
  contentHash: "1",
  stamp: "1",
  profileTags: [],
  terms: { ...NONE, name: ["one"], body: ["pdf", "tables"] },
};
const QUERY = { retrieve: ["pdf"], count: ["pdf"], vector: null, archived: false, limit: 10 };

let directory = "";
let path = "";
const opened: SkillIndex[] = [];

function open(options: { readonly timeoutMs?: number } = {}): SkillIndex {
  const index = openSkillIndex(path, { asideStamp: ASIDE, ...options });
  opened.push(index);
  return index;
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "metis-"));
  path = join(directory, "index.db");
});

afterEach(() => {
  for (const index of opened.splice(0)) index.close();
  chmodSync(directory, 0o755);
  rmSync(directory, { recursive: true });
});

async function fill(): Promise<void> {
  const index = open();
  await index.apply({ put: [SKILL], atUs: 1 });
  index.close();
  const database = openDatabase(path, { mode: "read-write", timeoutMs: 1_000, synchronous: "normal" });
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
}

function setAsideFiles(): readonly string[] {
  return readdirSync(directory).filter((name) => name.includes("set-aside"));
}

describe("a file that is no index of ours", () => {
  test.each([
    ["text", () => writeFileSync(path, "not a database at all, but longer than a header ".repeat(50))],
    [
      "a NUL in front",
      () => writeFileSync(path, Buffer.concat([Buffer.alloc(1), Buffer.from("SQLite format 3")])),
    ],
    [
      "another program's database",
      () => {
        const database = openDatabase(path, {
          mode: "read-write",
          create: true,
          timeoutMs: 0,
          synchronous: "normal",
        });
        database.exec("CREATE TABLE other (x); INSERT INTO other VALUES (42)");
        database.close();
      },
    ],
    [
      "an index of another version",
      () => {
        const database = openDatabase(path, {
          mode: "read-write",
          create: true,
          timeoutMs: 0,
          synchronous: "normal",
        });
        database.exec(
          "CREATE TABLE skills (x); PRAGMA application_id = 1296257865; PRAGMA user_version = 99",
        );
        database.close();
      },
    ],
  ])("%s is set aside, kept byte by byte, and made anew", async (_, write) => {
    write();
    const before = readFileSync(path);
    const index = open();
    await index.apply({ put: [SKILL], atUs: 1 });
    expect(await index.search(QUERY)).toHaveLength(1);
    expect(readFileSync(`${path}.set-aside-${ASIDE}`).equals(before)).toBe(true);
    expect((await index.info()).notices.join()).toContain("made anew");
  });

  test("an empty file is a new index", async () => {
    writeFileSync(path, "");
    await open().apply({ put: [SKILL], atUs: 1 });
    expect(setAsideFiles()).toEqual([]);
  });
});

describe("a damaged index", () => {
  test("cut short is set aside and made anew, at once or at the call that finds it", async () => {
    await fill();
    truncateSync(path, 20_000);
    const index = open();
    const change = { put: [SKILL], atUs: 2 };
    const kind = await index.apply(change).then(
      () => null,
      (error) => error.kind,
    );
    if (kind !== null) await index.apply(change);
    expect([null, "corrupt"]).toContain(kind);
    expect(await index.search(QUERY)).toHaveLength(1);
    expect(setAsideFiles().length).toBeGreaterThan(0);
  });

  test("without one of its tables throws once and then works", async () => {
    await fill();
    const database = openDatabase(path, { mode: "read-write", timeoutMs: 0, synchronous: "normal" });
    database.exec("DROP TABLE terms");
    database.close();
    const index = open();
    const kinds: string[] = [];
    for (let at = 0; at < 2; at++) {
      await index.search(QUERY).then(
        () => kinds.push("answered"),
        (error) => kinds.push(error.kind),
      );
    }
    expect(kinds).toEqual(["corrupt", "answered"]);
    expect((await index.info()).notices.join()).toContain("damaged");
  });
});

describe("an index that cannot be written", () => {
  test("locked by another program is answered from memory, and left alone", async () => {
    const rival = openDatabase(path, {
      mode: "read-write",
      create: true,
      timeoutMs: 0,
      synchronous: "normal",
    });
    rival.exec("BEGIN EXCLUSIVE; CREATE TABLE t (x)");
    const index = open({ timeoutMs: 20 });
    await index.apply({ put: [SKILL], atUs: 1 });
    expect(await index.search(QUERY)).toHaveLength(1);
    const info = await index.info();
    expect(info.path).toBe(":memory:");
    expect(info.notices.join()).toContain("locked");
    rival.exec("ROLLBACK");
    rival.close();
    expect(setAsideFiles()).toEqual([]);
  });

  test("a change that throws leaves nothing", async () => {
    const index = open();
    const broken = { ...SKILL, name: "two", path: null as unknown as string };
    await expect(index.apply({ put: [SKILL, broken], atUs: 1 })).rejects.toThrow();
    expect(await index.rows()).toEqual([]);
    expect((await index.statistics(["pdf"])).documents).toBe(0);
    expect(await index.search(QUERY)).toEqual([]);
  });
});

describe("vectors", () => {
  const vectors = (model: string, ...values: number[]) => ({
    model,
    dimension: values.length,
    of: new Map([["one", [Float32Array.from(values)]]]),
  });
  const near = (model: string, ...values: number[]) => ({
    ...QUERY,
    retrieve: [],
    vector: { model, values: Float32Array.from(values) },
  });

  test("written without the extension are found with it, and the other way round", async () => {
    const plain = openSkillIndex(path, { asideStamp: ASIDE, vectorExtension: false });
    opened.push(plain);
    await plain.apply({ put: [SKILL], vectors: vectors("m", 1, 0), atUs: 1 });
    const quick = open();
    expect((await quick.info()).vectorSearch).toBe("sqlite-vec");
    expect(await quick.search(near("m", 1, 0))).toHaveLength(1);
    await plain.apply({ remove: ["one"], atUs: 2 });
    expect(await quick.search(near("m", 1, 0))).toEqual([]);
    await quick.apply({ put: [SKILL], vectors: vectors("m", 0, 1), atUs: 3 });
    expect((await plain.search(near("m", 0, 1)))[0]?.cosines[0]).toBeCloseTo(1, 5);
    expect((await plain.info()).notices.join()).toContain("sqlite-vec");
  });
});
