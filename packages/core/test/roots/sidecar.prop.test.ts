import { describe, expect, test } from "bun:test";
import {
  applyToSidecar,
  decodeSidecar,
  EMPTY_SIDECAR,
  type EventEnvelope,
  formatSidecar,
  isEmptySidecar,
  rebuildSidecar,
  type SidecarState,
} from "@metis-curate/core";
import { metisRoot, type TraceEventParts, traceEvent } from "@metis-curate/testkit";
import * as fc from "fast-check";

const ROOT = metisRoot("/ws/a");
const NAMES = ["alpha", "beta", "constructor", "__proto__", "42"];
const ORIGINS = ["manual", "auto_generated", "imported", "curator_generated"] as const;

const archivePath = fc.integer({ min: 1, max: 4 }).map((number) => `.metis/skills-archive/a-${number}/`);
const signals = fc.record(
  {
    origin: fc.constantFrom(...ORIGINS),
    archive_id: fc.integer({ min: 1, max: 4 }).map((number) => `a-${number}`),
    original_path: fc.constantFrom("alpha", "group/alpha"),
    restored_kind: fc.constantFrom("archive", "edit"),
    snapshot_path: fc.option(archivePath),
    suggested_description: fc.string(),
    undoes_action: fc.constantFrom("archive", "consolidate"),
  },
  { requiredKeys: [] },
);

const act: fc.Arbitrary<TraceEventParts> = fc
  .record({
    type: fc.constantFrom(
      "skill.curated",
      "skill.curated",
      "skill.curated",
      "skill.created",
      "skill.adopted",
      "skill.disowned",
      "skill.promoted",
      "skill.modified",
      "curator.paused",
      "curator.resumed",
      "curator.run_finished",
      "skill.loaded",
    ),
    atUs: fc.integer({ min: 0, max: 4_000_000_000_000_000 }),
    payload: fc.record({
      skill_id: fc.constantFrom(...NAMES),
      action: fc.constantFrom("pin", "unpin", "archive", "restore", "consolidate", "edit"),
      source: fc.constantFrom(...ORIGINS),
      draft: fc.boolean(),
      reason: fc.constantFrom("apply-description", "typo"),
      archive_path: fc.option(archivePath),
      consolidated_from: fc.uniqueArray(fc.constantFrom("m", "n"), { maxLength: 2 }),
      throttled_reason: fc.constantFrom("completed", "disabled"),
      signals,
    }),
  })
  .map((parts) => ({ ...parts, payload: { ...parts.payload, root: ROOT.key } }));

const acts = fc
  .array(act, { maxLength: 12 })
  .map((parts) => parts.map((part, serial) => traceEvent(part, serial)));

function stateAfter(events: readonly EventEnvelope[]): SidecarState {
  return events.reduce((state, event) => applyToSidecar(state, event, ROOT), EMPTY_SIDECAR);
}

describe("the sidecar reducer", () => {
  test("the same event twice is the same as once", () => {
    fc.assert(
      fc.property(acts, act, (events, last) => {
        const event = traceEvent(last, 99);
        const once = applyToSidecar(stateAfter(events), event, ROOT);
        expect(applyToSidecar(once, event, ROOT)).toEqual(once);
      }),
      { numRuns: 300 },
    );
  });

  test("archive then restore returns to the same bytes", () => {
    fc.assert(
      fc.property(acts, fc.constantFrom(...NAMES), fc.constantFrom(...ORIGINS), (events, skill, origin) => {
        const before = stateAfter(events);
        const entry = Object.hasOwn(before.skills, skill) ? before.skills[skill] : undefined;
        fc.pre((entry?.archive_path ?? null) === null);
        const common = { skill_id: skill, root: ROOT.key };
        const said = { archive_id: "fresh", original_path: skill, origin: entry?.origin ?? origin };
        const archive = traceEvent({
          type: "skill.curated",
          payload: {
            ...common,
            action: "archive",
            archive_path: ".metis/skills-archive/fresh/",
            signals: said,
          },
        });
        const restore = traceEvent({
          type: "skill.curated",
          payload: { ...common, action: "restore", signals: { ...said, restored_kind: "archive" } },
        });
        const archived = applyToSidecar(before, archive, ROOT);
        expect(archived).not.toEqual(before);
        expect(formatSidecar(applyToSidecar(archived, restore, ROOT))).toBe(formatSidecar(before));
      }),
      { numRuns: 300 },
    );
  });

  test("acts of another root change nothing", () => {
    fc.assert(
      fc.property(acts, (events) => {
        const other = metisRoot("/ws/b");
        expect(rebuildSidecar(events, other)).toEqual(EMPTY_SIDECAR);
      }),
    );
  });

  test("pins, archive paths and pauses of a rebuilt state are those of the state that was lost", () => {
    fc.assert(
      fc.property(acts, (events) => {
        const lost = stateAfter(events);
        const rebuilt = rebuildSidecar(events, ROOT);
        const kept = (state: SidecarState) =>
          Object.entries(state.skills).map(([skill, { origin: _, ...entry }]) => [skill, entry]);
        expect(kept(rebuilt).sort()).toEqual(kept(lost).sort());
        expect(rebuilt.paused_at_iso).toBe(lost.paused_at_iso);
        expect(rebuilt.last_curation_at_iso).toBe(lost.last_curation_at_iso);
      }),
      { numRuns: 300 },
    );
  });
});

describe("the sidecar codec", () => {
  test("what is written is read back", () => {
    fc.assert(
      fc.property(acts, (events) => {
        const state = stateAfter(events);
        const decoded = decodeSidecar(formatSidecar(state));
        expect(decoded).toEqual({ kind: "state", state });
      }),
    );
  });

  test("unknown fields survive a rewrite, at the top and in every entry", () => {
    const unknown = fc.dictionary(
      fc.string().map((key) => `x-${key}`),
      fc.jsonValue(),
      { maxKeys: 3 },
    );
    fc.assert(
      fc.property(unknown, unknown, (top, inEntry) => {
        const entry = { ...traceEntry(), ...inEntry };
        const text = JSON.stringify({ schema_version: "1", ...top, skills: { alpha: entry } });
        const decoded = decodeSidecar(text);
        if (decoded.kind !== "state") throw new Error(decoded.kind);
        const pin = traceEvent({
          type: "skill.curated",
          payload: { skill_id: "alpha", action: "pin", root: ROOT.key },
        });
        const rewritten = JSON.parse(formatSidecar(applyToSidecar(decoded.state, pin, ROOT)));
        expect(rewritten).toMatchObject(JSON.parse(JSON.stringify(top)));
        expect(rewritten.skills.alpha).toMatchObject(JSON.parse(JSON.stringify(inEntry)));
      }),
    );
  });

  test("no text makes it throw, and a broken one is never a state with skills", () => {
    const whole = formatSidecar({ ...EMPTY_SIDECAR, skills: { alpha: traceEntry() } });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length - 3 }), (length) => {
        expect(decodeSidecar(whole.slice(0, length)).kind).toBe("corrupt");
      }),
    );
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) =>
        expect(() => decodeSidecar(text)).not.toThrow(),
      ),
    );
  });

  test("a state that says nothing is empty and one that says something is not", () => {
    expect(isEmptySidecar(EMPTY_SIDECAR)).toBe(true);
    expect(isEmptySidecar({ ...EMPTY_SIDECAR, skills: { alpha: traceEntry() } })).toBe(false);
    expect(isEmptySidecar({ ...EMPTY_SIDECAR, disabled: true })).toBe(false);
    expect(isEmptySidecar({ ...EMPTY_SIDECAR, last_curation_at_iso: "2026-01-01T00:00:00Z" })).toBe(false);
  });
});

function traceEntry() {
  return {
    pinned: true,
    pinned_at_iso: "2026-05-08T10:00:00Z",
    pinned_by: "user",
    origin: "manual" as const,
    consolidated_from: null,
    archive_path: null,
  };
}
