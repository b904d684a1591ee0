import { describe, expect, test } from "bun:test";
import {
  applyToSidecar,
  decodeSidecar,
  EMPTY_SIDECAR,
  type EventEnvelope,
  findSidecarSkill,
  forbids,
  formatSidecar,
  type Payload,
  rebuildSidecar,
} from "@metis-curate/core";
import { metisRoot, traceEvent } from "@metis-curate/testkit";

const ROOT = metisRoot("/ws/a");
const AT_US = Date.UTC(2026, 4, 14, 18, 30) * 1000;

function act(type: string, payload: Payload = {}): EventEnvelope {
  return traceEvent({ type, atUs: AT_US, payload: { skill_id: "x", root: ROOT.key, ...payload } });
}

function curated(action: string, payload: Payload = {}): EventEnvelope {
  return act("skill.curated", { action, ...payload });
}

describe("a state.json that is not one", () => {
  const broken = [
    "",
    "[]",
    "null",
    '"x"',
    '{"skills": []}',
    '{"skills": {"x": null}}',
    '{"skills": {"x": {"pinned": "yes"}}}',
    '{"skills": {"x": {"origin": "mine"}}}',
    '{"schema_version": {}, "skills": {}}',
    '{"schema_version": "1", "skills"',
    '\u0000{"schema_version": "1", "skills": {}}',
    '{"schema_version":"1","last_curation_at_iso":7,"skills":{}}',
  ];
  for (const text of broken) {
    test(`${JSON.stringify(text)} is corrupt`, () => {
      expect(decodeSidecar(text).kind).toBe("corrupt");
    });
  }

  test("another version is told apart from a corrupt file", () => {
    expect(decodeSidecar('{"schema_version":"2","skills":[]}')).toEqual({
      kind: "other-version",
      version: "2",
    });
  });
});

test("a file is written with all fields, sorted keys and a final newline", () => {
  const state = applyToSidecar(EMPTY_SIDECAR, curated("pin", { signals: { origin: "imported" } }), ROOT);
  expect(formatSidecar(state)).toBe(`{
  "last_curation_at_iso": null,
  "schema_version": "1",
  "skills": {
    "x": {
      "archive_path": null,
      "consolidated_from": null,
      "origin": "imported",
      "pinned": true,
      "pinned_at_iso": "2026-05-14T18:30:00Z",
      "pinned_by": "user"
    }
  }
}
`);
});

test("the operator's own switch is read from a file of one line", () => {
  expect(decodeSidecar('{"disabled": true}')).toMatchObject({
    kind: "state",
    state: { disabled: true, skills: {} },
  });
});

describe("acts", () => {
  const entryAfter = (...events: readonly EventEnvelope[]) =>
    findSidecarSkill(rebuildSidecar(events, ROOT), "x");
  const archive = curated("archive", {
    archive_path: ".metis/skills-archive/x-20260514T183000Z/",
    signals: { archive_id: "x-20260514T183000Z", original_path: "group/x", origin: "auto_generated" },
  });

  test("an archive is remembered with its id, time and place, and forgotten when restored", () => {
    const archived = entryAfter(archive);
    expect(archived?.archive_path).toBe(".metis/skills-archive/x-20260514T183000Z/");
    expect(archived?.archives).toEqual([
      { id: "x-20260514T183000Z", kind: "archive", at: "2026-05-14T18:30:00Z", original_path: "group/x" },
    ]);
    expect(
      entryAfter(archive, curated("restore", { signals: { archive_id: "x-20260514T183000Z" } })),
    ).toBeUndefined();
  });

  test("a skill saved anew is not archived, and both its archives stay", () => {
    const second = curated("archive", {
      archive_path: ".metis/skills-archive/x-20260514T183000Z-2/",
      signals: { archive_id: "x-20260514T183000Z-2", original_path: "x" },
    });
    const created = act("skill.created", { source: "auto_generated" });
    expect(entryAfter(archive, created)?.archive_path).toBeNull();
    const both = entryAfter(archive, created, second);
    expect(both?.archive_path).toBe(".metis/skills-archive/x-20260514T183000Z-2/");
    expect(both?.archives?.map(({ id }) => id)).toEqual(["x-20260514T183000Z", "x-20260514T183000Z-2"]);
  });

  test("an edit leaves a snapshot and no archive path", () => {
    const edited = entryAfter(
      curated("edit", { archive_path: ".metis/skills-archive/x-edit-20260514T183000Z/", signals: {} }),
    );
    expect(edited?.archive_path).toBeNull();
    expect(edited?.archives).toMatchObject([
      { id: "x-edit-20260514T183000Z", kind: "edit", original_path: "x" },
    ]);
  });

  test("a merge gives lineage, origin, snapshot and suggestion; apply-description clears the last", () => {
    const merge = curated("consolidate", {
      consolidated_from: ["a", "b"],
      signals: { snapshot_path: ".metis/skills-archive/x-edit-1/", suggested_description: "Both" },
    });
    const survivor = entryAfter(merge);
    expect(survivor).toMatchObject({
      origin: "curator_generated",
      consolidated_from: ["a", "b"],
      suggested_description: "Both",
      archives: [{ id: "x-edit-1", kind: "edit" }],
    });
    const applied = entryAfter(merge, act("skill.modified", { reason: "apply-description" }));
    expect(applied).not.toHaveProperty("suggested_description");
    expect(applied?.consolidated_from).toEqual(["a", "b"]);
  });

  test("undoing a merge takes its lineage and suggestion back", () => {
    const merge = curated("consolidate", {
      consolidated_from: ["a"],
      signals: { suggested_description: "A" },
    });
    const undo = curated("restore", { signals: { restored_kind: "edit", undoes_action: "consolidate" } });
    expect(entryAfter(merge, undo)).toBeUndefined();
  });

  test("a draft is listed until it is promoted", () => {
    const draft = act("skill.created", { source: "auto_generated", draft: true });
    expect(entryAfter(draft)).toMatchObject({ draft: true, origin: "auto_generated" });
    expect(entryAfter(draft, act("skill.promoted"))).toBeUndefined();
  });

  test("a disowned skill stays listed until it is adopted", () => {
    expect(entryAfter(act("skill.disowned"))).toMatchObject({ origin: "manual", disowned: true });
    expect(entryAfter(act("skill.disowned"), act("skill.adopted"))).toBeUndefined();
  });

  test("pinning and unpinning a hand-written skill leaves nothing behind", () => {
    expect(entryAfter(curated("pin"), curated("unpin"))).toBeUndefined();
  });

  test("a forbidding entry of the file survives the next pin and unpin", () => {
    const decoded = decodeSidecar('{"skills":{"x":{"origin":"imported"}}}');
    if (decoded.kind !== "state") throw new Error(decoded.kind);
    const pinned = applyToSidecar(decoded.state, curated("pin"), ROOT);
    expect(forbids(applyToSidecar(pinned, curated("unpin"), ROOT), "x")).toBe("imported");
  });

  test("pause and resume, and only runs that curated, are remembered", () => {
    const paused = rebuildSidecar([act("curator.paused")], ROOT);
    expect(paused.paused_at_iso).toBe("2026-05-14T18:30:00Z");
    expect(applyToSidecar(paused, act("curator.resumed"), ROOT)).toEqual(EMPTY_SIDECAR);
    const finished = (payload: Payload) => rebuildSidecar([act("curator.run_finished", payload)], ROOT);
    expect(finished({ throttled_reason: "per_day_cap" }).last_curation_at_iso).toBe("2026-05-14T18:30:00Z");
    expect(finished({ throttled_reason: "disabled" })).toEqual(EMPTY_SIDECAR);
    expect(finished({ throttled_reason: "completed", ended_early: "failed" })).toEqual(EMPTY_SIDECAR);
  });
});

test("a sidecar forbids by pin and origin and permits nothing", () => {
  const entry = (origin: "manual" | "imported" | "auto_generated", pinned = false) => ({
    ...EMPTY_SIDECAR,
    skills: {
      x: {
        pinned,
        pinned_at_iso: null,
        pinned_by: null,
        origin,
        consolidated_from: null,
        archive_path: null,
      },
    },
  });
  expect(forbids(entry("manual"), "x")).toBe("manual");
  expect(forbids(entry("imported", true), "x")).toBe("imported");
  expect(forbids(entry("auto_generated", true), "x")).toBe("pinned");
  expect(forbids(entry("auto_generated"), "x")).toBeNull();
  expect(forbids(EMPTY_SIDECAR, "constructor")).toBeNull();
});
