import { describe, expect, test } from "bun:test";
import { findEventDefinition, foldRootHistory, globalRoot, validateEvent } from "@metis-curate/core";
import {
  draftMarkEvents,
  type HermesFiles,
  LAYOUT_ROWS,
  parseHermesMarks,
  type ResolvedSkill,
} from "@metis-curate/runtimes";
import * as fc from "fast-check";

const NONE: HermesFiles = { usage: null, bundledManifest: null, hubLock: null };
const NOW_US = Date.UTC(2026, 11, 1) * 1_000;
const SEPTEMBER_US = Date.UTC(2026, 8, 1, 9) * 1_000;
const OCTOBER_US = Date.UTC(2026, 9, 1, 10) * 1_000;

const SKILL: ResolvedSkill = {
  kind: "skill",
  rootKey: "hermes:global",
  layout: "hermes",
  scope: "global",
  base: "/home/u",
  skill: "db-migrate",
  path: "ops/db-migrate",
  directory: "/home/u/.hermes/skills/ops/db-migrate",
  file: "SKILL.md",
  version: "0123456789abcdef",
  fileHash: "f".repeat(64),
  sizeTokens: 12,
  modifiedAtMs: SEPTEMBER_US / 1_000,
};

const ENTRY = {
  use_count: 4,
  last_used_at: "2026-10-01T10:00:00+00:00",
  last_viewed_at: "2026-10-01T10:00:00+00:00",
  last_patched_at: null,
  created_at: "2026-09-01T09:00:00+00:00",
  pinned: false,
  created_by: "agent",
};

function marksOf(entry: Record<string, unknown>, more: Partial<HermesFiles> = {}) {
  const usage = JSON.stringify({ "db-migrate": { ...ENTRY, ...entry } });
  const [mark] = parseHermesMarks({ ...NONE, usage, ...more }).marks;
  if (mark === undefined) throw new Error("no mark");
  return mark;
}

function eventsOf(entry: Record<string, unknown>, more: Partial<HermesFiles> = {}, skill = SKILL) {
  return draftMarkEvents(marksOf(entry, more), skill, NOW_US);
}

describe("the files of Hermes", () => {
  test("are joined by name", () => {
    const { marks, unread } = parseHermesMarks({
      usage: JSON.stringify({ mine: ENTRY, old: { agent_created: true, last_used: 1_790_848_800.5 } }),
      bundledManifest: "core-skill:abc\n\n# note\nmine:def\n",
      hubLock: JSON.stringify({ installed: { "author/from-hub": { version: 1 } } }),
    });
    expect(unread).toEqual([]);
    expect(marks.map(({ skill, byAgent, imported }) => [skill, byAgent, imported])).toEqual([
      ["core-skill", false, true],
      ["from-hub", false, true],
      ["mine", true, true],
      ["old", true, false],
    ]);
    expect(marks[3]?.lastUsedAtUs).toBe(1_790_848_800_500_000);
  });

  test("of an unknown shape are passed over and told", () => {
    const { marks, unread } = parseHermesMarks({
      usage: '{"a":1,"b":{}}',
      bundledManifest: null,
      hubLock: '{"installed":[]}',
    });
    expect(marks.map(({ skill }) => skill)).toEqual(["b"]);
    expect(unread).toEqual([".usage.json: a", ".hub/lock.json: installed"]);
    expect(parseHermesMarks({ usage: "[]", bundledManifest: null, hubLock: "{" }).unread).toEqual([
      ".usage.json",
      ".hub/lock.json",
    ]);
  });

  test("never throw, and claim nothing of their own", () => {
    fc.assert(
      fc.property(fc.json(), fc.string(), fc.json(), (usage, bundledManifest, hubLock) => {
        for (const mark of parseHermesMarks({ usage, bundledManifest, hubLock }).marks) {
          if (!usage.includes("agent")) expect(mark.byAgent).toBe(false);
        }
      }),
    );
  });
});

describe("what a mark means", () => {
  test("use is a load, once for one time, and the agent's work gives provenance", () => {
    const events = eventsOf({});
    expect(events.map(({ type, atUs, key }) => [type, atUs, key])).toEqual([
      ["skill.created", SEPTEMBER_US, "created:auto_generated"],
      ["skill.loaded", OCTOBER_US, `loaded:${OCTOBER_US}`],
    ]);
    expect(events[0]?.payload).toMatchObject({
      root: "hermes:global",
      source: "auto_generated",
      file_hash: SKILL.fileHash,
    });
  });

  test("a skill made by a person, or by nobody that is named, gets no provenance", () => {
    for (const created_by of ["user", null, undefined, "Agent"]) {
      expect(eventsOf({ created_by }).map(({ type }) => type)).toEqual(["skill.loaded"]);
    }
  });

  test("bundled and hub skills are imported, whoever is said to have made them", () => {
    for (const more of [
      { bundledManifest: "db-migrate:1" },
      { hubLock: '{"installed":{"db-migrate":{}}}' },
    ]) {
      expect(eventsOf({}, more)[0]?.payload).toMatchObject({ source: "imported" });
    }
  });

  test("a patch is a write that was seen, no provenance", () => {
    const events = eventsOf({ last_patched_at: "2026-10-01T10:00:00Z", created_by: "user" });
    expect(events.at(-1)).toMatchObject({
      type: "skill.observed",
      payload: { operation: "edit", runtime: "hermes", path: "ops/db-migrate/SKILL.md" },
    });
  });

  test("what was written after the last mark is not taken for Hermes' text", () => {
    const later = { ...SKILL, modifiedAtMs: SEPTEMBER_US / 1_000 + 61_000 };
    const created = eventsOf({}, {}, later)[0]?.payload;
    expect(created).toMatchObject({ skill_version: "unknown" });
    expect(created).not.toHaveProperty("file_hash");
  });

  test("pinned is a pin", () => {
    expect(eventsOf({ pinned: true }).at(-1)).toMatchObject({
      type: "skill.curated",
      key: "pinned",
      payload: { action: "pin", curator_kind: "manual" },
    });
  });

  test("every event is one of the catalog and folds into what it says", () => {
    const drafts = eventsOf({ pinned: true, last_patched_at: "2026-10-02T10:00:00Z" });
    const layout = LAYOUT_ROWS.find((row) => row.layout.name === "hermes")?.layout;
    if (layout === undefined) throw new Error("no layout");
    const events = drafts.map(({ type, actor, payload, atUs }, position) => ({
      position,
      event: {
        id: `01J0000000000000000000000${position}`,
        timestampUs: atUs,
        sessionId: "hermes",
        turnId: null,
        parentEventId: null,
        type,
        actor,
        sensitivity: findEventDefinition(type)?.floor ?? ("private" as const),
        payload,
      },
    }));
    for (const { event } of events) expect(validateEvent(event)).toMatchObject({ ok: true });
    const history = foldRootHistory({
      root: globalRoot({ home: "/home/u", layout }),
      nowUs: NOW_US,
      facts: null,
      sidecar: { schema_version: "1", last_curation_at_iso: null, skills: {} },
      traceInfo: { path: "x", writable: true, oldestEventUs: SEPTEMBER_US, sweptBeforeUs: null } as never,
      events,
      brokenRows: 0,
      sessionWorkspaces: new Map(),
      isNearestRoot: () => true,
    });
    expect(history.skills.get("db-migrate")).toMatchObject({
      provenance: { touchable: true, origin: "auto_generated" },
      pinned: true,
      lastLoadedAtUs: OCTOBER_US,
      createdAtUs: SEPTEMBER_US,
      baseline: { kind: "file", hash: SKILL.fileHash },
    });
  });
});
