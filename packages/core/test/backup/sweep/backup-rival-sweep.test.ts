import { expect, test } from "bun:test";
import { createRootBackups } from "@metis-curate/core";
import {
  type CutMode,
  effectRecorder,
  type MemoryFileSystem,
  memoryTraceBackup,
  reportPoints,
  spreadPoints,
} from "@metis-curate/testkit";
import { backupDeps, existsAt } from "../backup-world.ts";
import { expectSettled, makeSweepWorld, recoverSweep, SCENARIOS, type SweepWorld } from "./restore-world.ts";

const TOKEN = "what an agent wrote while the library was restored\n";
const MOMENTS = 10;
const SKILL = "/home/ada/project/.metis/skills/ops/deploy";

/** What an agent may do to a skill at one moment; each leaves its words, or nothing of the skill. */
const RIVALS: Readonly<Record<string, (fs: MemoryFileSystem) => void>> = {
  "rewrites SKILL.md of": (fs) => {
    if (!existsAt(fs, SKILL)) return;
    if (existsAt(fs, `${SKILL}/SKILL.md`)) fs.unlink(`${SKILL}/SKILL.md`);
    write(fs, `${SKILL}/SKILL.md`);
  },
  "adds a file to": (fs) => {
    if (existsAt(fs, SKILL)) write(fs, `${SKILL}/more.md`);
  },
  "makes anew": (fs) => {
    if (existsAt(fs, SKILL) || !existsAt(fs, "/home/ada/project/.metis/skills/ops")) return;
    fs.mkdir(SKILL);
    write(fs, `${SKILL}/SKILL.md`);
  },
};
let points = 0;
let of = 0;

for (const scenario of SCENARIOS.filter(
  ({ kind, losesTrace }) => kind === "restore" && losesTrace !== true,
)) {
  for (const [what, rival] of Object.entries(RIVALS)) {
    for (const fault of [null, "fail-once"] as const) {
      const how = fault === null ? "goes on" : "is taken back";
      test(`${scenario.name} that ${how}: an agent that ${what} a skill meanwhile loses nothing`, async () => {
        const { count } = await restoreWith(await makeSweepWorld(scenario), 0, rival, null);
        of += count;
        for (const at of spreadPoints(count, MOMENTS)) {
          points += 1;
          const world = await makeSweepWorld(scenario);
          const { wrote } = await restoreWith(world, at, rival, fault);
          await recoverSweep(world);
          if (!wrote) expectSettled(world, `${what} at ${at}`);
          else
            expect(Object.values(world.fixture.fs.dump("/")).map(({ content }) => content)).toContain(TOKEN);
          expect(existsAt(world.fixture.fs, `${world.fixture.deps.root.privateDir}/restore.json`)).toBe(
            false,
          );
        }
      });
    }
  }
}

test("the sweep has looked at a good number of meetings", () => {
  reportPoints("backup rival sweep", points, of);
  expect(points).toBeGreaterThan(100);
});

/** A restore during which the rival acts once; with a fault a later effect fails too, so that it is taken back. */
async function restoreWith(
  { fixture, path }: SweepWorld,
  at: number,
  rival: (fs: MemoryFileSystem) => void,
  fault: CutMode | null,
): Promise<{ readonly count: number; readonly wrote: boolean }> {
  let wrote = false;
  const recorder = effectRecorder({
    fs: fixture.fs,
    trace: fixture.trace,
    ...(fault === null ? {} : { cut: { at: at + 3, mode: fault } }),
    meanwhile: (effect) => {
      if (effect !== at) return;
      rival(fixture.fs);
      wrote = Object.values(fixture.fs.dump("/")).some(({ content }) => content === TOKEN);
    },
  });
  const deps = backupDeps(fixture, { fs: recorder.fs, trace: recorder.trace });
  const traceBackup = memoryTraceBackup(recorder.fs, fixture.trace, recorder.trace);
  await createRootBackups({ ...deps, traceBackup }).restore(path);
  return { count: recorder.count(), wrote };
}

function write(fs: MemoryFileSystem, path: string): void {
  fs.writeNewFile(path, new TextEncoder().encode(TOKEN));
}
