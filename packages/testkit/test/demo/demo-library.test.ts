import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  type Candidate,
  DEFAULT_CONFIG,
  EMPTY_SIDECAR,
  findLayout,
  loadRootSkills,
  nearestRootTest,
  type Root,
  readFailureRates,
  readRootHistory,
  readSidecar,
  type Selection,
  type SkillLibrary,
  select,
  validateEvent,
} from "@metis-curate/core";
import {
  type DemoCase,
  type DemoPlan,
  generateDemoLibrary,
  type MemoryFileSystem,
  type MemoryTraceStore,
  memoryFileSystem,
  memoryTraceStore,
  writeDemo,
} from "@metis-curate/testkit";

const NOW_US = Date.parse("2026-11-30T18:00:00Z") * 1000;
/** Hooks do not take the default of the tests, and a machine may be busy. */
const HOOK_TIMEOUT_MS = 120_000;
const SEEDS = [1, 20_261_201, 0xffff_ffff];

interface Written {
  readonly plan: DemoPlan;
  readonly fs: MemoryFileSystem;
  readonly trace: MemoryTraceStore;
  readonly main: Root;
  readonly neighbour: Root;
}

async function write(seed: number): Promise<Written> {
  const plan = generateDemoLibrary({ seed, nowUs: NOW_US });
  const fs = memoryFileSystem();
  const trace = memoryTraceStore();
  for (const path of ["/demo", "/demo/home"]) fs.mkdir(path);
  const written = await writeDemo({ fs, trace, directory: "/demo", home: "/demo/home" }, plan);
  return { plan, fs, trace, main: written.main, neighbour: written.neighbour };
}

async function selectIn({ plan, fs, trace }: Written, root: Root): Promise<Selection> {
  const layout = findLayout("metis");
  if (layout === undefined) throw new Error("no layout");
  const found = readSidecar(fs, root);
  const sidecar = found.kind === "state" ? found.state : EMPTY_SIDECAR;
  const history = await readRootHistory(trace, root, {
    nowUs: plan.nowUs,
    facts: null,
    sidecar,
    realpath: (path) => fs.realpath(path),
    isNearestRoot: nearestRootTest(fs, root, layout),
  });
  const library = loadRootSkills(fs, root);
  const names = library.skills.map(({ name }) => name);
  return select({
    root,
    nowUs: plan.nowUs,
    config: DEFAULT_CONFIG,
    library,
    history,
    sidecar,
    failures: await readFailureRates(trace, history, names, DEFAULT_CONFIG, plan.nowUs),
    referenceTexts: [
      { path: "AGENTS.md", text: new TextDecoder().decode(fs.readFile(`${root.base}/AGENTS.md`)) },
    ],
    attended: true,
    model: { id: "rules", free: true },
  });
}

/** `archive`, `consolidate`, `edit`, or why it is left alone. */
function outcomeOf(selection: Selection, name: string): string {
  const candidate = selection.candidates.find(({ skills }) => skills.some((skill) => skill === name));
  return candidate?.action ?? selection.leftAlone.find(({ skill }) => skill === name)?.reason ?? "absent";
}

const EXPECTED: Readonly<Record<DemoCase, string>> = {
  active: "active",
  draft: "active",
  new: "active",
  aging: "active",
  stale: "archive",
  "never-used": "archive",
  unhelpful: "archive",
  equal: "consolidate",
  similar: "consolidate",
  decayed: "edit",
  pinned: "pinned",
  manual: "manual",
  imported: "imported",
  "hand-edited": "hand-edited",
  referenced: "referenced",
  linked: "linked",
  recovered: "manual",
};

describe.each(SEEDS)("the demo of seed %d", (seed) => {
  let written: Written;
  let selection: Selection;
  let library: SkillLibrary;
  beforeAll(async () => {
    written = await write(seed);
    selection = await selectIn(written, written.main);
    library = loadRootSkills(written.fs, written.main);
  }, HOOK_TIMEOUT_MS);
  afterAll(() => written.trace.close());

  test("every skill has the outcome it was made for", () => {
    const { skills } = written.plan.main;
    const found = skills.map((skill) => [skill.name, skill.case, outcomeOf(selection, skill.name)]);
    expect(found).toEqual(skills.map((skill) => [skill.name, skill.case, EXPECTED[skill.case]]));
  });

  test("no skill is beyond those of the plan", () => {
    const names = written.plan.main.skills.map(({ name }) => name).sort();
    expect(library.skills.map(({ name }) => name)).toEqual(names);
    expect(names.length).toBeGreaterThanOrEqual(60);
  });

  test("each family is one candidate", () => {
    const merges = selection.candidates.filter((one): one is Candidate => one.action === "consolidate");
    const families = Map.groupBy(
      written.plan.main.skills.filter(({ cluster }) => cluster !== null),
      ({ cluster }) => cluster,
    );
    const members = Array.from(families.values(), (skills) => skills.map(({ name }) => name).sort());
    expect(merges.map(({ skills }) => [...skills]).sort()).toEqual(members.sort());
  });

  test("what cannot be loaded is listed with the planned diagnostic", () => {
    const found = library.skipped.map(({ path, diagnostic }) => [path, diagnostic.kind]);
    const planned = written.plan.main.broken.map(({ path, diagnostic }) => [
      diagnostic === "shadowed" ? path.replace("/SKILL.md", "") : path,
      diagnostic,
    ]);
    expect(found.sort()).toEqual(planned.sort());
    const recovered = written.plan.main.skills.find((skill) => skill.case === "recovered");
    const loaded = library.skills.find(({ name }) => name === recovered?.name);
    expect(loaded?.diagnostics.map(({ kind }) => kind)).toEqual(["unquoted-value"]);
  });

  test("every event fits the catalog and lies within six months, by time", () => {
    const { events } = written.trace;
    expect(events.length).toBeGreaterThanOrEqual(20_000);
    const refused = events.map(validateEvent).filter(({ ok }) => !ok);
    expect(refused).toEqual([]);
    const times = events.map(({ timestampUs }) => timestampUs);
    expect(times).toEqual([...times].sort((left, right) => left - right));
    expect(times.at(-1)).toBeLessThanOrEqual(NOW_US);
    expect(times[0]).toBeGreaterThan(NOW_US - 184 * 86_400_000_000);
    const ids = events.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort());
  });

  test("a name that is idle here is in use in the second workspace", async () => {
    const stale = written.plan.main.skills.filter((skill) => skill.case === "stale").map(({ name }) => name);
    const shared = written.plan.neighbour.skills
      .map(({ name }) => name)
      .filter((name) => stale.includes(name));
    expect(shared.length).toBeGreaterThan(0);
    const there = await selectIn(written, written.neighbour);
    expect(shared.map((name) => outcomeOf(there, name))).toEqual(shared.map(() => "active"));
  });

  test("idle skills bring files of their own, one of them executable", () => {
    const skill = library.skills.find(
      ({ name }) => outcomeOf(selection, name) === "archive" && hasScript(name),
    );
    expect(written.fs.stat(`${skill?.directory}/scripts/run.sh`).mode).toBe(0o755);
  });

  function hasScript(name: string): boolean {
    const planned = written.plan.main.skills.find((skill) => skill.name === name);
    return planned?.files.some(({ path }) => path === "scripts/run.sh") ?? false;
  }
});

test("equal seeds give equal plans, other seeds others", () => {
  const [first, again, other] = [7, 7, 8].map((seed) => generateDemoLibrary({ seed, nowUs: NOW_US }));
  expect(again).toEqual(first as DemoPlan);
  expect(other).not.toEqual(first as DemoPlan);
});
