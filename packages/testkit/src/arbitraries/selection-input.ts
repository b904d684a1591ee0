import { createHash } from "node:crypto";
import type {
  CuratorConfig,
  FailureRate,
  RootHistory,
  SelectionInput,
  SidecarSkill,
  Skill,
  SkillHistory,
  Usd,
} from "@metis-curate/core";
import * as fc from "fast-check";

export const SELECTION_NOW_US = Date.UTC(2026, 11, 1) * 1000;
const DAY_US = 86_400_000_000;

/** One skill of a selection snapshot, told by what tests vary; times are days before now. */
export interface SelectionSkill {
  readonly name: string;
  readonly description?: string;
  readonly body?: string;
  readonly linked?: boolean;
  readonly origin?: "auto_generated" | "manual" | "imported" | "unknown" | "none";
  readonly createdDaysAgo?: number;
  readonly touchedDaysAgo?: number;
  readonly loadsDaysAgo?: readonly number[];
  readonly consolidatedDaysAgo?: number;
  readonly effectiveness?: { readonly score: number; readonly uses: number };
  readonly baseline?: "present" | "other" | "unknown";
  readonly pinned?: boolean;
  readonly sidecar?: Partial<SidecarSkill>;
  readonly failures?: Pick<FailureRate, "loads" | "sessions" | "failedSessions" | "evalScore">;
}

export interface SelectionParts extends Partial<Omit<SelectionInput, "config" | "history">> {
  readonly config?: Partial<CuratorConfig>;
  readonly history?: Partial<RootHistory>;
}

/** Returns the snapshot of these skills with the default configuration, watched, and a paid model. */
export function selectionInput(
  skills: readonly SelectionSkill[],
  { config, history, ...parts }: SelectionParts = {},
): SelectionInput {
  const sorted = [...skills].sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    root: SELECTION_ROOT,
    nowUs: SELECTION_NOW_US,
    config: { ...SELECTION_CONFIG, ...config },
    library: { skills: sorted.map(loadedSkill), skipped: [] },
    history: { ...EMPTY_HISTORY, skills: new Map(sorted.flatMap(historyEntry)), ...history },
    sidecar: { schema_version: "1", last_curation_at_iso: null, skills: sidecarEntries(sorted) },
    failures: new Map(sorted.flatMap(failureEntry)),
    referenceTexts: [],
    attended: true,
    model: { id: "anthropic:claude-haiku-4-5", free: false },
    ...parts,
  };
}

/** Snapshots in which every rule of selection applies to some skill: origins, ages, likeness, failures, links. */
export function selectionSkillsArbitrary(sizeMax = 16): fc.Arbitrary<readonly SelectionSkill[]> {
  const days = fc.constantFrom(0, 1, 29, 30, 31, 89, 90, 91, 400);
  const skill = fc.record(
    {
      name: fc
        .tuple(
          fc.constantFrom("api", "code", "review", "deploy"),
          fc.constantFrom("", "-python", "-go", "-x"),
        )
        .chain(([first, second]) => fc.nat({ max: 9 }).map((n) => `${first}${second}-${n}`)),
      description: fc.constantFrom("reviews python code", "deploys services to the cloud", "calls an api"),
      body: fc.constantFrom("Do it.", "See `api-1`.", "skills/code-python-2", 'skill_load("review-3")'),
      linked: fc.constantFrom(false, false, false, true),
      origin: fc.constantFrom(
        "auto_generated",
        "auto_generated",
        "auto_generated",
        "manual",
        "imported",
        "none",
      ),
      createdDaysAgo: days,
      touchedDaysAgo: days,
      loadsDaysAgo: fc.array(days, { maxLength: 3 }),
      consolidatedDaysAgo: days,
      effectiveness: fc.record({ score: fc.constantFrom(0.1, 0.3, 0.9), uses: fc.nat({ max: 4 }) }),
      baseline: fc.constantFrom("present", "present", "present", "other"),
      pinned: fc.constantFrom(false, false, false, true),
      failures: fc.constantFrom(
        { loads: 3, sessions: 2, failedSessions: 1 },
        { loads: 2, sessions: 2, failedSessions: 2 },
        { loads: 4, sessions: 4, failedSessions: 1 },
      ),
    },
    { requiredKeys: ["name", "description", "body"] },
  ) satisfies fc.Arbitrary<SelectionSkill>;
  return fc.uniqueArray(skill, { selector: ({ name }) => name, maxLength: sizeMax });
}

const SELECTION_ROOT: SelectionInput["root"] = {
  key: "metis:0123456789abcdef0123456789abcdef",
  layout: "metis",
  scope: "workspace",
  base: "/ws",
  skillsDir: "/ws/.metis/skills",
  archiveDir: "/ws/.metis/skills-archive",
  sidecarPath: "/ws/.metis/curator/state.json",
  privateDir: "/home/me/.metis/curator/roots/metis-0123456789abcdef0123456789abcdef",
};

const SELECTION_CONFIG: CuratorConfig = {
  enabled: true,
  model: "anthropic:claude-haiku-4-5",
  per_run_max_usd: "0.50" as Usd,
  per_day_max_usd: "1.00" as Usd,
  interval_hours: 168,
  stale_after_days: 30,
  archive_after_days: 90,
  edit_failure_rate: 0.5,
  edit_failure_window_minutes: 30,
  max_skills_per_root: 200,
  similarity: "lexical",
  name_overlap: 0.6,
  description_overlap: 0.7,
  retention_min: 0.9,
  reask_after_days: 30,
  reference_files: [],
  redact: [],
  claim: "ask",
  prices: {},
  base_url: null,
};

const EMPTY_HISTORY: RootHistory = {
  skills: new Map(),
  runs: [],
  lastCurationAtUs: null,
  paused: false,
  refusals: [],
  acts: [],
  brokenRows: 0,
  clockSkewed: [],
};

function loadedSkill(spec: SelectionSkill): Skill {
  const description = spec.description ?? spec.name.replaceAll("-", "");
  const body = spec.body ?? `Body of ${spec.name.replaceAll("-", " ")}.\n`;
  return {
    name: spec.name,
    path: spec.name,
    directory: `/ws/.metis/skills/${spec.name}`,
    fields: { name: spec.name, description },
    body,
    version: sha256(body).slice(0, 16),
    fileHash: sha256(`${spec.name}\n${description}\n${body}`),
    sizeTokens: 1,
    linked: spec.linked ?? false,
    diagnostics: [],
  };
}

function historyEntry(spec: SelectionSkill): readonly (readonly [string, SkillHistory])[] {
  if (spec.origin === "none") return [];
  const loads = [...(spec.loadsDaysAgo ?? [])]
    .sort((a, b) => b - a)
    .map((days, index) => ({ atUs: daysAgo(days), sessionId: `s${index}` }));
  const history: SkillHistory = {
    skill: spec.name,
    provenance: provenanceOf(spec.origin ?? "auto_generated"),
    baseline: baselineOf(spec),
    createdAtUs: daysAgo(spec.createdDaysAgo ?? 400),
    lastTouchedAtUs: spec.touchedDaysAgo === undefined ? null : daysAgo(spec.touchedDaysAgo),
    loads,
    lastLoadedAtUs: loads.at(-1)?.atUs ?? null,
    lastConsolidatedAtUs: spec.consolidatedDaysAgo === undefined ? null : daysAgo(spec.consolidatedDaysAgo),
    failuresCountFromUs: null,
    effectiveness: spec.effectiveness ?? null,
    pinned: spec.pinned ?? false,
    clockSkew: false,
  };
  return [[spec.name, history]];
}

function provenanceOf(
  origin: "auto_generated" | "manual" | "imported" | "unknown",
): SkillHistory["provenance"] {
  switch (origin) {
    case "auto_generated":
      return { touchable: true, origin };
    case "unknown":
      return { touchable: false, origin: "manual", reason: "unknown-origin" };
    case "manual":
    case "imported":
      return { touchable: false, origin, reason: origin };
  }
}

function baselineOf(spec: SelectionSkill): SkillHistory["baseline"] {
  switch (spec.baseline ?? "present") {
    case "unknown":
      return null;
    case "other":
      return { kind: "file", hash: sha256("something else") };
    case "present":
      return { kind: "file", hash: loadedSkill(spec).fileHash };
  }
}

function sidecarEntries(specs: readonly SelectionSkill[]): Record<string, SidecarSkill> {
  return Object.fromEntries(
    specs
      .filter(({ sidecar }) => sidecar !== undefined)
      .map(({ name, sidecar }) => [
        name,
        {
          pinned: false,
          pinned_at_iso: null,
          pinned_by: null,
          origin: "auto_generated" as const,
          consolidated_from: null,
          archive_path: null,
          ...sidecar,
        },
      ]),
  );
}

function failureEntry({ name, failures }: SelectionSkill): readonly (readonly [string, FailureRate])[] {
  if (failures === undefined) return [];
  const rate = failures.failedSessions / failures.sessions;
  return [[name, { ...failures, rate, signatures: [], toolsSucceeded: [] }]];
}

function daysAgo(days: number): number {
  return SELECTION_NOW_US - days * DAY_US;
}

function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
