import type { SkillSnapshot } from "../actions/index.ts";
import { hashBytes } from "../actions/step-state.ts";
import type { SecretFinder } from "../ports/secret-finder.ts";
import { findLostSecret, holdsSecret, maskSecrets, type SecretVault } from "../secrets/index.ts";
import { parseSkillDocument, replaceSkillBody, validateNewSkill } from "../skills/index.ts";
import { applyUnifiedDiff, checkRetention, supportFilesToCopy, type Verdict } from "../verdicts/index.ts";
import type { Member } from "./dossiers.ts";

/** Why code refuses an answer that decoded well. */
export interface AnswerFault {
  readonly skipKind: "malformed" | "retention" | "secret-placeholder";
  readonly message: string;
}

export type Merge = Extract<Verdict, { action: "consolidate" }>;
export type Rewrite = Extract<Verdict, { action: "rewrite" }>;

/**
 * The fault of a diff: it does not apply, loses a secret, or leaves no valid skill (CONTRACTS 7.3, 8.1); null when it
 * may be applied.
 */
export function findEditFault({ snapshot }: Member, diff: string, vault: SecretVault): AnswerFault | null {
  const patched = applyUnifiedDiff(snapshot.skill.body, diff);
  if (patched.kind === "refused") return { skipKind: "malformed", message: patched.message };
  const message = "the diff changes nothing but blank lines at an end";
  if (leavesFileAsIs(snapshot, patched.body)) return { skipKind: "malformed", message };
  return (
    lostSecretFault(vault, [snapshot.skill.body], [patched.body]) ??
    findBodyFault(snapshot.bytes, snapshot.skill.name, patched.body)
  );
}

/**
 * The fault of a confirmed merge: a description that holds a secret, unless it is the survivor's own. It would be
 * stored and shown (CONTRACTS 8.1).
 */
export async function findMergeFault(
  members: readonly Member[],
  merge: Merge,
  finder: SecretFinder,
): Promise<AnswerFault | null> {
  const survivor = members.find(({ snapshot }) => snapshot.skill.name === merge.survivor)?.snapshot.skill;
  if (!merge.newSkill && survivor?.fields.description === merge.newDescription) return null;
  if (!(await holdsSecret(finder, merge.newDescription))) return null;
  return { skipKind: "secret-placeholder", message: "the new description holds a secret" };
}

/**
 * The fault of a merged body: it loses something, a secret too, or is no valid skill (CONTRACTS 8.1, 8.3); null when
 * it may be used.
 */
export function findRewriteFault(
  members: readonly Member[],
  merge: Merge,
  rewrite: Rewrite,
  retentionMin: number,
  vault: SecretVault,
): AnswerFault | null {
  const merged = retentionMembers(members, merge);
  const items = rewrite.dropped.map(({ item }) => item);
  const bodies = merged.map(({ body }) => body);
  const lost = lostSecretFault(vault, bodies, [rewrite.body, ...items]);
  if (lost !== null) return lost;
  const ledger = checkRetention(merged, rewrite.body, rewrite.dropped, retentionMin);
  if (ledger.kind === "refused") {
    // Each reason may quote a part of a secret, cut at its own end.
    const mask = maskSecrets(vault.secrets.map(({ text }) => text));
    return { skipKind: "retention", message: ledger.reasons.map(mask).join("; ") };
  }
  if (merge.newSkill) {
    const { survivor: name, newDescription: description } = merge;
    const invalid = validateNewSkill({ name, description, body: rewrite.body });
    return invalid === null ? null : { skipKind: "malformed", message: invalid.message };
  }
  const survivor = members.find(({ snapshot }) => snapshot.skill.name === merge.survivor)?.snapshot;
  if (survivor === undefined) return null;
  if (!leavesFileAsIs(survivor, rewrite.body))
    return findBodyFault(survivor.bytes, survivor.skill.name, rewrite.body);
  const missing = supportFilesToCopy(merged, merge.survivor, rewrite.body).map(({ path }) => path);
  if (missing.length === 0) return null;
  const message = `the body stays as it is, but ${missing.join(", ")} would go to the archive with its skill`;
  return { skipKind: "retention", message };
}

/** The writer keeps line ends and the final newline as found: another text may be the same file. */
export function leavesFileAsIs({ bytes, skill }: SkillSnapshot, body: string): boolean {
  if (body === skill.body) return true;
  const written = replaceSkillBody(bytes, body);
  return written.kind === "written" && hashBytes(written.bytes) === hashBytes(bytes);
}

/** What retention looks at: the survivor and everything that would be archived. */
export function retentionMembers(members: readonly Member[], merge: Merge) {
  return members
    .map(({ snapshot, files }) => ({ name: snapshot.skill.name, body: snapshot.skill.body, files }))
    .filter(({ name }) => name === merge.survivor || merge.archive.includes(name));
}

function lostSecretFault(
  vault: SecretVault,
  before: readonly string[],
  after: readonly string[],
): AnswerFault | null {
  const placeholder = findLostSecret(vault, before, after);
  if (placeholder === null) return null;
  return { skipKind: "secret-placeholder", message: `the answer loses the secret ${placeholder}` };
}

function findBodyFault(bytes: Uint8Array, name: string, body: string): AnswerFault | null {
  const written = replaceSkillBody(bytes, body);
  if (written.kind === "refused") return { skipKind: "malformed", message: written.message };
  const document = parseSkillDocument(written.bytes, name);
  return document.kind === "skill" ? null : { skipKind: "malformed", message: document.diagnostic.message };
}
