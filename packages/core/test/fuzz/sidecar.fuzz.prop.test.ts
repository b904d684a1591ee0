import { expect } from "bun:test";
import {
  applyToSidecar,
  decodeEventRow,
  decodeFacts,
  decodeSidecar,
  forbids,
  formatFacts,
  formatSidecar,
  isEmptySidecar,
} from "@metis-curate/core";
import {
  forgedRecordArbitrary,
  fuzzTarget,
  hostileJsonArbitrary,
  hostileTextArbitrary,
  metisRoot,
} from "@metis-curate/testkit";
import * as fc from "fast-check";

const ROOT = metisRoot("/ws/a");
const NAMES = ["alpha", "beta", "constructor", "__proto__", "toString", "42", "", "../x", "e\u0301"];
const name = fc.constantFrom(...NAMES);
const iso = fc.constantFrom("2026-01-01T00:00:00Z", "2026-01-01", "yesterday", "+275760-09-13T00:00:00Z");
const path = fc.constantFrom(".metis/skills-archive/a-1/", "../../etc/", "/etc/passwd", "a\0b", "", "//");
const record = forgedRecordArbitrary({
  id: fc.constantFrom("a-1", "..", "a/b", ""),
  kind: fc.constantFrom("archive", "edit"),
  at: iso,
  original_path: path,
});
const entry = forgedRecordArbitrary({
  pinned: fc.boolean(),
  pinned_at_iso: iso,
  pinned_by: fc.constantFrom("user", "curator"),
  origin: fc.constantFrom("manual", "auto_generated", "imported", "curator_generated"),
  consolidated_from: fc.array(name, { maxLength: 2 }),
  archive_path: path,
  draft: fc.boolean(),
  suggested_description: hostileTextArbitrary(),
  archives: fc.array(record, { maxLength: 2 }),
  disowned: fc.constant(true),
  later: fc.jsonValue({ maxDepth: 2 }),
});
const document = forgedRecordArbitrary({
  schema_version: fc.constantFrom("1", 1, "2"),
  last_curation_at_iso: iso,
  skills: fc.dictionary(name, entry, { maxKeys: 3 }),
  disabled: fc.boolean(),
  paused_at_iso: iso,
  later: fc.jsonValue({ maxDepth: 2 }),
});
const file = fc.oneof(
  { arbitrary: hostileJsonArbitrary(document), weight: 8 },
  { arbitrary: hostileTextArbitrary(['"skills":', '{"', "[]"]), weight: 1 },
);

const fuzz = fuzzTarget("state.json");

fuzz.law("any text is a state, corrupt, or of another version", file, (text) => {
  const decoded = decodeSidecar(text);
  if (decoded.kind !== "state") {
    expect(["corrupt", "other-version"]).toContain(decoded.kind);
    return;
  }
  for (const skill of [...NAMES, ...Object.keys(decoded.state.skills)]) {
    expect([null, "manual", "imported", "pinned"]).toContain(forbids(decoded.state, skill));
  }
});

fuzz.law("what is written is read back, and written alike the second time", file, (text) => {
  const decoded = decodeSidecar(text);
  if (decoded.kind !== "state") return;
  const written = formatSidecar(decoded.state);
  const again = decodeSidecar(written);
  if (again.kind !== "state") return expect.unreachable(written);
  expect(formatSidecar(again.state)).toBe(written);
  expect(isEmptySidecar(again.state)).toBe(isEmptySidecar(decoded.state));
  for (const skill of Object.keys(decoded.state.skills)) {
    expect(forbids(again.state, skill)).toBe(forbids(decoded.state, skill));
  }
});

const payload = forgedRecordArbitrary({
  skill_id: name,
  action: fc.constantFrom("pin", "unpin", "archive", "restore", "consolidate", "edit", "other"),
  source: fc.constantFrom("manual", "auto_generated", "imported"),
  reason: fc.constantFrom("apply-description", "x"),
  archive_path: path,
  consolidated_from: fc.array(name, { maxLength: 2 }),
  throttled_reason: fc.constantFrom("completed", "disabled"),
  root: fc.constantFrom(ROOT.key, "metis:other"),
  signals: forgedRecordArbitrary({
    origin: fc.constantFrom("manual", "imported", "auto_generated"),
    archive_id: fc.constantFrom("a-1", "../x", ""),
    original_path: path,
    restored_kind: fc.constantFrom("archive", "edit", "lineage"),
    snapshot_path: path,
    suggested_description: hostileTextArbitrary(),
    undoes_action: fc.constantFrom("archive", "consolidate"),
  }),
});
const event = fc.record({
  id: fc.constantFrom("01", "02"),
  timestamp_us: fc.oneof(fc.nat(), fc.constantFrom(Number.MAX_SAFE_INTEGER, 8_640_000_000_000_000_000)),
  session_id: fc.constant("s"),
  type: fc.constantFrom(
    "skill.curated",
    "skill.created",
    "skill.adopted",
    "skill.disowned",
    "skill.promoted",
    "skill.modified",
    "curator.paused",
    "curator.resumed",
    "curator.run_finished",
  ),
  actor: fc.constant("system"),
  sensitivity: fc.constant("private"),
  payload_json: payload.map((drawn) => JSON.stringify(drawn)),
});

fuzz.law(
  "no event makes a state that cannot be written, or counts twice",
  fc.tuple(file, event),
  ([text, row]) => {
    const decoded = decodeSidecar(text);
    const act = decodeEventRow(row);
    if (decoded.kind !== "state" || act === null) return;
    const after = applyToSidecar(decoded.state, act, ROOT);
    const written = formatSidecar(after);
    expect(decodeSidecar(written).kind).toBe("state");
    expect(formatSidecar(applyToSidecar(after, act, ROOT))).toBe(written);
  },
);

const timeUs = fc.option(fc.oneof(fc.integer(), fc.constantFrom(0.5, Number.MAX_SAFE_INTEGER)));
const facts = forgedRecordArbitrary({
  schema_version: fc.constant("1"),
  written_at_us: fc.nat(),
  oldest_event_us: timeUs,
  last_curation_at_us: timeUs,
  skills: fc.dictionary(
    name,
    forgedRecordArbitrary({
      retag: fc.constantFrom(null, "adopted", "disowned"),
      sources: fc.array(fc.string(), { maxLength: 2 }),
      consolidated: fc.boolean(),
      baseline: fc.constantFrom(null, { kind: "file", hash: "0" }),
      created_at_us: timeUs,
      last_touched_at_us: timeUs,
      last_loaded_at_us: timeUs,
      last_consolidated_at_us: timeUs,
      pinned: fc.boolean(),
      effectiveness: fc.constantFrom(null, { score: 0.5, uses: 3 }),
    }),
    { maxKeys: 2 },
  ),
});

fuzz.law("any facts.json is facts or corrupt, and facts read back", hostileJsonArbitrary(facts), (text) => {
  const decoded = decodeFacts(text);
  if (decoded.kind === "corrupt") return;
  expect(decodeFacts(formatFacts(decoded.facts))).toEqual(decoded);
});
