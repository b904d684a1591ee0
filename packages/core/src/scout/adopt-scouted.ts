import { join } from "node:path";
import { writeActs } from "../actions/write-acts.ts";
import type { CuratorDeps } from "../curator/curator-deps.ts";
import { makeValidEvent } from "../curator/make-valid-event.ts";
import { actionFailed, done, misused, refused } from "../curator/refusals.ts";
import type { Outcome } from "../curator/skill-curator.ts";
import { ACT_LOCK_WAIT_MS, withRoot } from "../curator/with-root.ts";
import type { EventEnvelope } from "../events/envelope.ts";
import { FileSystemError } from "../ports/file-system.ts";
import type { FetchedSkill } from "../ports/skill-source.ts";
import { TraceError } from "../ports/trace-store.ts";
import { removeTreeQuietly } from "../roots/tree/index.ts";
import { findTakenName, placeSkill } from "../skills/place-skill.ts";
import { checkFetched, type ImportableSkill } from "./check-fetched.ts";
import { findTarget } from "./find-target.ts";
import { scanSkillFiles } from "./scan-skill.ts";
import type { ScoutDeps } from "./scout-deps.ts";
import { makeScoutedEvent } from "./scouted-event.ts";
import type { KnownScouted } from "./scouted-history.ts";
import type { AdoptScoutedReport, AdoptScoutedRequest, SkillFinding } from "./skill-scout.ts";

/**
 * Fetches a scouted skill, looks through it and writes it as it came, with `skill.created(imported)` and
 * `skill.scouted(adopted)` (CONTRACTS 13.7): the curator leaves it alone until an operator adopts it. What is dangerous
 * is not written without `force`. Refusals: `unknown-scouted`, `no-skills-directory`, `unavailable`, `unusable`,
 * `exists`, `changed-meanwhile`, `unwritable`, `cancelled`, and those of the root's lock.
 */
export async function adoptScouted(
  deps: ScoutDeps,
  request: AdoptScoutedRequest,
  signal?: AbortSignal,
): Promise<Outcome<AdoptScoutedReport>> {
  if (deps.adoptRefusal !== null) return misused("no-skills-directory", deps.adoptRefusal);
  const target = await findTarget(deps, request.target);
  if (!target.ok) return target;
  const fetched = await fetchTarget(deps, target.value.sourceUrl, signal);
  if (!fetched.ok) return fetched;
  const checked = checkFetched(fetched.value);
  if (!checked.ok) return checked;
  const skill = checked.value;
  const expected = request.contentHash ?? skill.contentHash;
  if (expected !== skill.contentHash) {
    return refused("changed-meanwhile", `${skill.name} is not what was shown; look at it again`);
  }
  const findings = await scanSkillFiles(skill.files, deps.curator.secrets);
  const taken = findTaken(deps.curator, skill.name);
  if (!taken.ok) return taken;
  const found = { skill, findings, target: target.value, withText: request.withText === true };
  if (request.dryRun === true) return done(report(deps, found, { written: false, blocked: null }));
  const blocked = request.force === true ? null : describeDanger(skill.name, findings);
  if (blocked !== null) return done(report(deps, found, { written: false, blocked }));
  const written = await write(deps.curator, skill, target.value);
  return written.ok ? done(report(deps, found, { written: true, blocked: null })) : written;
}

type Fetched = Extract<FetchedSkill, { kind: "fetched" }>;

async function fetchTarget(
  { sources }: ScoutDeps,
  sourceUrl: string,
  signal: AbortSignal | undefined,
): Promise<Outcome<Fetched>> {
  const source = sources.find((one) => one.handles(sourceUrl));
  if (source === undefined) {
    return misused("unknown-scouted", `no source takes skills from ${sourceUrl.slice(0, 200)}`);
  }
  const fetched = await source.fetchSkill(sourceUrl, signal);
  if (signal?.aborted === true) return refused("cancelled", "cancelled; nothing was written");
  if (fetched.kind === "fetched") return done(fetched);
  return refused(fetched.kind, `${source.id}: ${fetched.message}; nothing was written`);
}

/** Looked at before anything is asked of a person; it is looked at again when it is written. */
function findTaken({ fs, root }: CuratorDeps, name: string): Outcome<null> {
  try {
    const taken = findTakenName(fs, root, name);
    return taken === null ? done(null) : exists(`"${taken}" has this name already; nothing was written`);
  } catch (error) {
    if (error instanceof FileSystemError) return refused("unreadable", error.message);
    throw error;
  }
}

function describeDanger(name: string, findings: readonly SkillFinding[]): string | null {
  const count = findings.filter(({ severity }) => severity === "danger").length;
  if (count === 0) return null;
  const things = count === 1 ? "1 dangerous thing" : `${count} dangerous things`;
  return `${name} holds ${things}, so it was not written; read them, then repeat with --force if you trust it`;
}

function write(curator: CuratorDeps, skill: ImportableSkill, target: KnownScouted): Promise<Outcome<null>> {
  return withRoot(curator, { waitMs: ACT_LOCK_WAIT_MS, attended: true }, async () => {
    const { fs, root } = curator;
    const failure = placeSkill(fs, root, skill.name, skill.files);
    if (failure?.kind === "exists") return exists(`${failure.message}; nothing was written`);
    if (failure?.kind === "refused") return refused("unwritable", `${failure.message}; nothing was written`);
    if (failure !== null) return actionFailed("failed", failure.message);
    const events = eventsOf(curator, skill, target);
    const recorded = await store(curator, events);
    if (recorded !== null) {
      removeTreeQuietly(fs, join(root.skillsDir, skill.name));
      return refused("unwritable", `${recorded}; ${skill.name} was not adopted`);
    }
    noteInSidecar(curator, events);
    await curator.announce(events);
    return done(null);
  });
}

function eventsOf(
  curator: CuratorDeps,
  skill: ImportableSkill,
  target: KnownScouted,
): readonly EventEnvelope[] {
  const sessionId = curator.ids.next();
  const created = makeValidEvent(curator, {
    type: "skill.created",
    actor: "user",
    sessionId,
    payload: {
      skill_id: skill.name,
      skill_version: skill.version,
      source: "imported",
      size_tokens: skill.sizeTokens,
      file_hash: skill.fileHash,
      root: curator.root.key,
    },
  });
  const { name, description } = skill;
  const adopted = { ...target, name, description, status: "adopted" as const };
  return [created, makeScoutedEvent(curator, adopted, sessionId)];
}

/** Returns why nothing is recorded; an append may also fail after the events were stored. */
async function store(
  { trace, logger }: CuratorDeps,
  events: readonly EventEnvelope[],
): Promise<string | null> {
  try {
    await trace.append(events, "full");
    return null;
  } catch (error) {
    if (!(error instanceof TraceError)) throw error;
    const [created] = events;
    if (created === undefined || !(await isStored(trace, created.id))) return error.message;
    logger.log("warning", `the new skill is recorded, although the trace failed: ${error.message}`);
    return null;
  }
}

async function isStored(trace: CuratorDeps["trace"], eventId: string): Promise<boolean> {
  try {
    return await trace.has(eventId);
  } catch (error) {
    if (error instanceof TraceError) return false;
    throw error;
  }
}

/** The skill is adopted whatever happens here: the sidecar is rebuilt from the trace. */
function noteInSidecar({ fs, root, logger }: CuratorDeps, events: readonly EventEnvelope[]): void {
  try {
    writeActs(fs, root, events);
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    logger.log("warning", `${root.sidecarPath} does not know the new skill yet: ${error.message}`);
  }
}

interface Found {
  readonly skill: ImportableSkill;
  readonly findings: readonly SkillFinding[];
  readonly target: KnownScouted;
  readonly withText: boolean;
}

function report(
  { curator }: ScoutDeps,
  { skill, findings, target, withText }: Found,
  { written, blocked }: Pick<AdoptScoutedReport, "written" | "blocked">,
): AdoptScoutedReport {
  const { name, description, files, contentHash } = skill;
  return {
    skill: name,
    source_url: target.sourceUrl,
    description,
    path: join(curator.root.skillsDir, name),
    files: [...files].map(([path, bytes]) => ({ path, bytes: bytes.length })),
    findings,
    content_hash: contentHash,
    ...(withText && { skill_md: new TextDecoder().decode(files.get("SKILL.md")) }),
    written,
    blocked,
    message: written
      ? `${name} is in the library as imported: the curator leaves it alone`
      : (blocked ?? `nothing was written: ${name} would be adopted from ${target.sourceUrl}`),
  };
}

function exists(message: string): Outcome<never> {
  return refused("exists", message);
}
