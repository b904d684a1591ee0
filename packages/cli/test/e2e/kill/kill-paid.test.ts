import { expect, test } from "bun:test";
import { compareUsd, DEFAULT_CONFIG, parseUsd, ZERO_USD } from "@metis-curate/core";
import {
  carefulAnswers,
  findMoneyFaults,
  isTorture,
  recordedSpend,
  reportPoints,
  seededRandom,
  testSeed,
} from "@metis-curate/testkit";
import { decayed, twins } from "../model/support/libraries.ts";
import { type Child, type ModelWorld, openModelWorld } from "../model/support/model-world.ts";
import { type Arena, actsOf, arenaOf, findUnsettled } from "../rivals/settled.ts";
import { idleSkills, smallLibrary } from "../support/libraries.ts";

const KILLS = isTorture() ? 100 : 4;
/** Calls of an uncut run: archives, a merge with its rewrite, an edit. */
const CALLS = 8;
const AFTER_MS_MAX = 120;
const TIMEOUT_MS = 900_000;
const RUN = ["ws", "--yes"];

test(
  "a paid run killed while a provider works, or soon after: every call is counted, nothing is half done",
  async () => {
    const startedMs = performance.now();
    const random = seededRandom(testSeed());
    for (let serial = 0; serial < KILLS; serial += 1) {
      const call = 1 + ((serial + testSeed()) % CALLS);
      // Every other kill is in the middle of a call, the others are somewhere in what follows it.
      const afterMs = serial % 2 === 0 ? null : random.between(0, AFTER_MS_MAX);
      await killOnce(call, afterMs);
    }
    reportPoints("kill -9 of paid runs against a model server", KILLS, KILLS, startedMs);
  },
  TIMEOUT_MS,
);

async function killOnce(call: number, afterMs: number | null): Promise<void> {
  const careful = carefulAnswers();
  let child: Child | undefined;
  let killing = true;
  const world = await openModelWorld({
    script: async (request) => {
      if (killing && request.index === call - 1) {
        if (afterMs === null) {
          child?.kill("SIGKILL");
          return { kind: "silence" };
        }
        setTimeout(() => child?.kill("SIGKILL"), afterMs);
      }
      return careful(request);
    },
  });
  try {
    await world.box.addLibrary({
      skills: [...idleSkills(4), ...twins(), decayed(), ...smallLibrary()],
    });
    const arena = arenaOf(world.box, "ws");
    child = world.start(RUN);
    await child.exited;
    killing = false;
    const where = `call ${call}, ${afterMs === null ? "while it works" : `${afterMs} ms after`}`;
    expect((await world.run(["ws", "pin", "fresh-thing"])).exitCode, where).toBe(0);
    await expectCounted(world, arena, where);
    const again = await world.run(RUN);
    expect(again.exitCode, `${where}: ${again.stderr}`).toBe(0);
    await expectCounted(world, arena, `rerun after ${where}`);
    const actions = world.box.events("skill.curated").map(({ payload }) => payload["action"]);
    expect([...new Set(actions)].sort(), where).toEqual(["archive", "consolidate", "edit", "pin"]);
  } finally {
    await world.close();
  }
}

/** No half-done act, no cap passed, and the trace never says less than the provider bills. */
async function expectCounted({ box, server }: ModelWorld, arena: Arena, where: string): Promise<void> {
  const acts = await actsOf(box.database, arena.root.key);
  const caps = { perRunUsd: DEFAULT_CONFIG.per_run_max_usd, perDayUsd: DEFAULT_CONFIG.per_day_max_usd };
  expect([...(await findUnsettled(arena)), ...findMoneyFaults(acts, caps)], where).toEqual([]);
  const billed = parseUsd(server.bill()) ?? ZERO_USD;
  expect(compareUsd(recordedSpend(acts), billed), `${where}: ${billed}`).toBeGreaterThanOrEqual(0);
}
