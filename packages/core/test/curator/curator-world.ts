import { expect } from "bun:test";
import {
  createCurator,
  type EventEnvelope,
  formatSidecar,
  type Outcome,
  type Payload,
  type RunOptions,
  type RunReport,
  readSidecar,
  rebuildSidecar,
  validateEvent,
} from "@metis-curate/core";
import {
  type AgentSkillOptions,
  agentSkill,
  type CuratorFixture,
  type FixtureSkill,
} from "@metis-curate/testkit";

export function done<T>(outcome: Outcome<T>): T {
  return outcome.ok
    ? outcome.value
    : expect.unreachable(`${outcome.refusal.kind}: ${outcome.refusal.message}`);
}

export function refusalOf(outcome: Outcome<unknown>): { kind: string; message: string; exitCode: number } {
  return outcome.ok ? expect.unreachable("was not refused") : outcome.refusal;
}

export async function runNow(fixture: CuratorFixture, options: Partial<RunOptions> = {}): Promise<RunReport> {
  return done(await createCurator(fixture.deps).run({ trigger: "explicit_cli", yes: true, ...options }));
}

export function eventsOf({ trace }: CuratorFixture, type: string): readonly EventEnvelope[] {
  return trace.events.filter((event) => event.type === type);
}

export function payloadsOf(fixture: CuratorFixture, type: string): readonly Payload[] {
  return eventsOf(fixture, type).map(({ payload }) => payload);
}

export function acts(fixture: CuratorFixture): readonly string[] {
  return payloadsOf(fixture, "skill.curated").map((one) => `${one["action"]} ${one["skill_id"]}`);
}

export function signalsOf(payload: Payload | undefined): Payload {
  return (payload?.["signals"] ?? {}) as Payload;
}

export function kindsOf(report: RunReport): readonly string[] {
  return report.skips.map(({ kind }) => kind);
}

export function reasonsOf(report: RunReport): Readonly<Record<string, string>> {
  return Object.fromEntries(report.left_alone.map(({ skill, reason }) => [skill, reason]));
}

export function skillsDump({ fs, deps }: CuratorFixture) {
  return fs.dump(deps.root.skillsDir);
}

export function sidecarText({ fs, deps }: CuratorFixture): string | null {
  return existsAt(fs, deps.root.sidecarPath)
    ? new TextDecoder().decode(fs.readFile(deps.root.sidecarPath))
    : null;
}

export function existsAt(fs: CuratorFixture["fs"], path: string): boolean {
  return Object.hasOwn(fs.dump("/"), path.slice(1));
}

export function writeText({ fs }: CuratorFixture, path: string, text: string): void {
  if (existsAt(fs, path)) fs.unlink(path);
  fs.writeNewFile(path, new TextEncoder().encode(text));
}

/** A skill nobody used for 200 days: an archive candidate. */
export function idle(name: string, options: AgentSkillOptions = {}): FixtureSkill {
  return agentSkill(name, options);
}

/** A skill that was used yesterday. */
export function used(name: string, options: AgentSkillOptions = {}): FixtureSkill {
  return agentSkill(name, { loadedDaysAgo: [1], ...options });
}

export interface Expectations {
  /** `last_curation_at_iso` of a first sight is no event. */
  readonly firstSight?: boolean;
}

/** What holds after every command: valid events, closed pairs, one owner of every record, sidecar = fold. */
export function expectSound(fixture: CuratorFixture, { firstSight = false }: Expectations = {}): void {
  const own = fixture.trace.events.filter(({ type }) => !type.startsWith("tool."));
  for (const event of own) expect(validateEvent(event)).toEqual({ ok: true });
  const ids = (type: string) => payloadsOf(fixture, type).map((one) => String(one["curator_run_id"]));
  expect(ids("curator.run_finished").sort()).toEqual(ids("curator.run_started").sort());
  const { fs, deps, trace } = fixture;
  const found = readSidecar(fs, deps.root);
  // Foreign events without a root count by their session, which the fold of the history decides.
  const ownActs = trace.events.filter(({ payload }) => payload["root"] === deps.root.key);
  const rebuilt = rebuildSidecar(ownActs, deps.root);
  const now = found.kind === "state" ? found.state : rebuildSidecar([], deps.root);
  const expected = firstSight ? { ...rebuilt, last_curation_at_iso: now.last_curation_at_iso } : rebuilt;
  expect(formatSidecar(now)).toBe(formatSidecar(expected));
}
