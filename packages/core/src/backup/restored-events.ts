import { type Act, curatedEvent } from "../actions/index.ts";
import type { EventEnvelope } from "../events/envelope.ts";
import type { SidecarState } from "../roots/sidecar-state.ts";
import { parseSkillDocument } from "../skills/index.ts";
import type { BackupEntry } from "./backup-entry.ts";
import type { RestoreChange } from "./plan-restore-changes.ts";

export interface RestoredFacts {
  readonly backup: { readonly id: string; readonly createdAt: string };
  readonly changes: readonly RestoreChange[];
  readonly wanted: readonly BackupEntry[];
  readonly present: readonly BackupEntry[];
  readonly state: SidecarState;
  /** Skills that are pinned as the trace says now. */
  readonly pinnedNow: ReadonlySet<string>;
  /** Skills whose older pins come back into the trace behind newer ones. */
  readonly pinsReinserted: ReadonlySet<string>;
  /** Bytes of a file of the backup, by its path. */
  readonly read: (path: string) => Uint8Array;
}

/** A skill directory, relative to the skills directory, with its name. */
interface SkillPlace {
  readonly name: string;
  readonly path: string;
}

/**
 * The events of one restore: one `skill.curated(restore)` per skill put back, pins where the trace says
 * otherwise, and last `curator.restored` with the whole state, after which the fold of the trace is the restored
 * sidecar. CONTRACTS 7.6, 7.7.
 */
export function restoredEvents(act: Act, facts: RestoredFacts): readonly EventEnvelope[] {
  const skills = skillsIn(facts.wanted).filter(({ path }) => isChanged(facts.changes, path));
  const put = skills.flatMap((skill) => putBackEvent(act, facts, skill));
  const names = new Set(skillsIn(facts.wanted).map(({ name }) => name));
  const displaced = skillsIn(facts.present)
    .map(({ name }) => name)
    .filter((name) => !names.has(name));
  const restored = act.makeEvent({
    type: "curator.restored",
    sessionId: act.sessionId,
    payload: {
      root: act.root.key,
      curator_run_id: act.runId,
      backup_id: facts.backup.id,
      backup_created_at: facts.backup.createdAt,
      restored: put.map(({ payload }) => payload["skill_id"]),
      displaced,
      state: facts.state,
    },
  });
  return [...put, ...pinEvents(act, facts), restored];
}

/** Directories below `skills` that hold SKILL.md, the shallower of equal names only. */
export function skillsIn(entries: readonly BackupEntry[]): readonly SkillPlace[] {
  const places = entries
    .filter(({ kind, path }) => kind === "file" && /^skills\/.+\/SKILL\.md$/.test(path))
    .map(({ path }) => path.slice("skills/".length, -"/SKILL.md".length))
    .sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
  const byName = new Map<string, SkillPlace>();
  for (const path of places) {
    const name = (path.split("/").at(-1) ?? "").normalize("NFC");
    if (!byName.has(name)) byName.set(name, { name, path });
  }
  return [...byName.values()];
}

function depth(path: string): number {
  return path.split("/").length;
}

function isChanged(changes: readonly RestoreChange[], skillPath: string): boolean {
  const path = `skills/${skillPath}`;
  return changes.some(
    (change) =>
      change.path === path || change.path.startsWith(`${path}/`) || path.startsWith(`${change.path}/`),
  );
}

function putBackEvent(act: Act, facts: RestoredFacts, { name, path }: SkillPlace): readonly EventEnvelope[] {
  const document = parseSkillDocument(facts.read(`skills/${path}/SKILL.md`), name);
  if (document.kind === "skipped") return [];
  return [
    curatedEvent(act, {
      skill: name,
      action: "restore",
      versionBefore: null,
      versionAfter: document.version,
      signals: {
        restored_kind: "backup",
        backup_id: facts.backup.id,
        original_path: path,
        file_hash: document.fileHash,
      },
    }),
  ];
}

function pinEvents(
  act: Act,
  { backup, state, pinnedNow, pinsReinserted }: RestoredFacts,
): readonly EventEnvelope[] {
  const pinnedThen = new Set(
    Object.entries(state.skills).flatMap(([skill, { pinned }]) => (pinned ? [skill] : [])),
  );
  const skills = [...new Set([...pinnedNow, ...pinnedThen, ...pinsReinserted])].sort();
  return skills
    .filter((skill) => pinsReinserted.has(skill) || pinnedNow.has(skill) !== pinnedThen.has(skill))
    .map((skill) =>
      curatedEvent(act, {
        skill,
        action: pinnedThen.has(skill) ? "pin" : "unpin",
        versionBefore: null,
        versionAfter: null,
        signals: { restored_kind: "backup", backup_id: backup.id },
      }),
    );
}
