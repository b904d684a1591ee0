import { expect, test } from "bun:test";
import { createCurator, type Outcome, readFacts } from "@metis-curate/core";
import { agentSkill, curatorFixture, memoryLock, memoryTraceStore } from "@metis-curate/testkit";

async function done<T>(outcome: Promise<Outcome<T>>): Promise<T> {
  const settled = await outcome;
  if (!settled.ok) throw new Error(settled.refusal.message);
  return settled.value;
}

test("a run with another database does not lower what facts.json knows", async () => {
  const fixture = curatorFixture({ skills: [agentSkill("mine", { loadedDaysAgo: [1] })] });
  const { fs, deps } = fixture;
  const curator = createCurator(deps);
  await done(curator.disown("mine"));
  await done(curator.run({ trigger: "explicit_cli", yes: true }));
  const facts = () => {
    const read = readFacts(fs, deps.root);
    return read.kind === "facts" ? read.facts.skills : {};
  };
  expect(facts()["mine"]?.retag).toBe("disowned");
  const other = { ...deps, trace: memoryTraceStore(), lock: memoryLock() };
  await done(createCurator(other).run({ trigger: "explicit_cli", yes: true }));
  expect(facts()["mine"]?.retag).toBe("disowned");
});

test("one run under a clock that was ahead does not hold back the later ones", async () => {
  const fixture = curatorFixture({
    skills: [agentSkill("old-thing"), agentSkill("in-use", { loadedDaysAgo: [1] })],
  });
  const { clock, deps } = fixture;
  const curator = createCurator(deps);
  await done(curator.run({ trigger: "explicit_cli", yes: true }));
  clock.set("2036-01-01T00:00:00Z");
  await done(curator.run({ trigger: "explicit_cli", yes: true }));
  clock.set("2026-06-30T00:00:00Z");
  const status = await done(curator.status());
  expect(status.last_curation_at).toBe("2026-06-01T00:00:00Z");
  expect(status.notices.filter((line) => line.includes("2036-01-01"))).toHaveLength(1);
  expect(await curator.maybeRun("session")).toMatchObject({ ended_early: null });
});
