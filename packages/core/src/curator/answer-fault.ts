import { parseSkillDocument, replaceSkillBody, validateNewSkill } from "../skills/index.ts";
import { applyUnifiedDiff, checkRetention, type Verdict } from "../verdicts/index.ts";
import type { Member } from "./dossiers.ts";

/** Why code refuses an answer that decoded well. */
export interface AnswerFault {
  readonly skipKind: "malformed" | "retention";
  readonly message: string;
}

export type Merge = Extract<Verdict, { action: "consolidate" }>;
export type Rewrite = Extract<Verdict, { action: "rewrite" }>;

/** The fault of a diff: it does not apply, or leaves no valid skill (CONTRACTS 7.3); null when it may be applied. */
export function findEditFault({ snapshot }: Member, diff: string): AnswerFault | null {
  const patched = applyUnifiedDiff(snapshot.skill.body, diff);
  if (patched.kind === "refused") return { skipKind: "malformed", message: patched.message };
  return findBodyFault(snapshot.bytes, snapshot.skill.name, patched.body);
}

/** The fault of a merged body: it loses something, or is no valid skill (CONTRACTS 8.1, 8.3); null when it may be used. */
export function findRewriteFault(
  members: readonly Member[],
  merge: Merge,
  rewrite: Rewrite,
  retentionMin: number,
): AnswerFault | null {
  const ledger = checkRetention(
    retentionMembers(members, merge),
    rewrite.body,
    rewrite.dropped,
    retentionMin,
  );
  if (ledger.kind === "refused") return { skipKind: "retention", message: ledger.reasons.join("; ") };
  if (merge.newSkill) {
    const { survivor: name, newDescription: description } = merge;
    const invalid = validateNewSkill({ name, description, body: rewrite.body });
    return invalid === null ? null : { skipKind: "malformed", message: invalid.message };
  }
  const survivor = members.find(({ snapshot }) => snapshot.skill.name === merge.survivor)?.snapshot;
  if (survivor === undefined || survivor.skill.body === rewrite.body) return null;
  return findBodyFault(survivor.bytes, survivor.skill.name, rewrite.body);
}

/** What retention looks at: the survivor and everything that would be archived. */
export function retentionMembers(members: readonly Member[], merge: Merge) {
  return members
    .map(({ snapshot, files }) => ({ name: snapshot.skill.name, body: snapshot.skill.body, files }))
    .filter(({ name }) => name === merge.survivor || merge.archive.includes(name));
}

function findBodyFault(bytes: Uint8Array, name: string, body: string): AnswerFault | null {
  const written = replaceSkillBody(bytes, body);
  if (written.kind === "refused") return { skipKind: "malformed", message: written.message };
  const document = parseSkillDocument(written.bytes, name);
  return document.kind === "skill" ? null : { skipKind: "malformed", message: document.diagnostic.message };
}
