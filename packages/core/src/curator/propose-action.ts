import {
  type Absorbed,
  type Act,
  type ActionPlan,
  type NewBody,
  placeInside,
  placePath,
  planArchive,
  planEdit,
  planMergeInto,
  planMergeNew,
  type SkillSnapshot,
  type StagedFile,
} from "../actions/index.ts";
import type { Payload } from "../events/envelope.ts";
import type { FileSystem } from "../ports/file-system.ts";
import type { Root } from "../roots/root.ts";
import type { Candidate } from "../selection/candidate.ts";
import { formatNewSkill, parseSkillDocument, replaceSkillBody, validateNewSkill } from "../skills/index.ts";
import { applyUnifiedDiff, checkRetention, retentionSignals, supportFilesToCopy } from "../verdicts/index.ts";
import { leavesFileAsIs, type Merge, retentionMembers } from "./answer-fault.ts";
import type { ArchiveNames } from "./archive-names.ts";
import type { Member } from "./dossiers.ts";
import type { Confirmed } from "./judge-candidate.ts";

export type Proposal =
  | { readonly kind: "plan"; readonly plan: ActionPlan }
  /** The answer cannot be acted on: code refuses it. */
  | { readonly kind: "refused"; readonly skipKind: "malformed" | "retention"; readonly message: string };

export interface ProposalInput {
  readonly fs: FileSystem;
  readonly root: Root;
  readonly act: Act;
  readonly names: ArchiveNames;
  readonly candidate: Candidate;
  readonly members: readonly Member[];
  readonly confirmed: Confirmed;
  readonly retentionMin: number;
  /** S1 8.2 signals of one skill. */
  readonly signalsOf: (skill: string) => Payload;
}

/** Turns a confirmed verdict into the one action it stands for, or says why code refuses it. Throws `FileSystemError`. */
export function proposeAction(input: ProposalInput): Proposal {
  const { verdict } = input.confirmed;
  switch (verdict.action) {
    case "archive": {
      const { snapshot } = onlyMember(input);
      return plan(planArchive(input.act, snapshot, input.names.forArchive(snapshot.skill.name)));
    }
    case "edit":
      return proposeEdit(input, verdict.diff);
    case "consolidate":
      return proposeMerge(input, verdict);
  }
}

function proposeEdit(input: ProposalInput, diff: string): Proposal {
  const { snapshot } = onlyMember(input);
  const patched = applyUnifiedDiff(snapshot.skill.body, diff);
  if (patched.kind === "refused") return refuse("malformed", patched.message);
  const body = newBodyOf(snapshot, patched.body);
  if (body.kind === "refused") return body;
  const id = input.names.forSnapshot(snapshot.skill.name);
  return plan(planEdit(input.act, snapshot, body.body, id));
}

function proposeMerge(input: ProposalInput, verdict: Merge): Proposal {
  const { rewrite } = input.confirmed;
  if (rewrite === null) return refuse("malformed", "the merge has no body");
  const merged = retentionMembers(input.members, verdict);
  const ledger = checkRetention(merged, rewrite.body, rewrite.dropped, input.retentionMin);
  if (ledger.kind === "refused")
    return refuse("retention", ledger.reasons.map(input.confirmed.mask).join("; "));
  const supportFiles = supportFilesToCopy(merged, verdict.survivor, rewrite.body).map(({ from, path }) =>
    readSupportFile(input, from, path),
  );
  const signals = maskTexts(retentionSignals(ledger), input.confirmed.mask);
  return verdict.newSkill
    ? mergeNew(input, verdict, rewrite.body, supportFiles, signals)
    : mergeInto(input, verdict, rewrite.body, supportFiles, signals);
}

function mergeInto(
  input: ProposalInput,
  verdict: Merge,
  body: string,
  supportFiles: readonly StagedFile[],
  signals: Payload,
): Proposal {
  const survivor = memberNamed(input, verdict.survivor).snapshot;
  const unchanged = leavesFileAsIs(survivor, body);
  const rewritten = unchanged ? null : newBodyOf(survivor, body);
  if (rewritten?.kind === "refused") return rewritten;
  const description = survivor.skill.fields.description;
  return plan(
    planMergeInto(input.act, {
      survivor,
      body: rewritten?.body ?? null,
      snapshotId: unchanged ? "" : input.names.forSnapshot(survivor.skill.name),
      supportFiles: unchanged ? [] : supportFiles,
      absorbed: absorbedOf(input, verdict.archive),
      suggestedDescription: verdict.newDescription === description ? null : verdict.newDescription,
      signals,
    }),
  );
}

function mergeNew(
  input: ProposalInput,
  verdict: Merge,
  body: string,
  supportFiles: readonly StagedFile[],
  signals: Payload,
): Proposal {
  const skill = { name: verdict.survivor, description: verdict.newDescription, body };
  const invalid = validateNewSkill(skill);
  if (invalid !== null) return refuse("malformed", invalid.message);
  const bytes = formatNewSkill(skill);
  const document = parseSkillDocument(bytes, verdict.survivor);
  if (document.kind === "skipped") return refuse("malformed", document.diagnostic.message);
  return plan(
    planMergeNew(input.act, {
      name: verdict.survivor,
      body: { bytes, version: document.version, fileHash: document.fileHash },
      sizeTokens: document.sizeTokens,
      supportFiles,
      absorbed: absorbedOf(input, verdict.archive),
      signals,
    }),
  );
}

/** The ledger quotes bodies: no secret of theirs may get into an event. */
function maskTexts(value: Readonly<Record<string, unknown>>, mask: (text: string) => string): Payload {
  const maskAny = (item: unknown): unknown => {
    if (typeof item === "string") return mask(item);
    if (Array.isArray(item)) return item.map(maskAny);
    if (typeof item !== "object" || item === null) return item;
    return Object.fromEntries(Object.entries(item).map(([key, inner]) => [key, maskAny(inner)]));
  };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskAny(item)]));
}

function absorbedOf(input: ProposalInput, names: readonly string[]): readonly Absorbed[] {
  return names.map((name) => ({
    snapshot: memberNamed(input, name).snapshot,
    archiveId: input.names.forArchive(name),
    signals: input.signalsOf(name),
  }));
}

function newBodyOf(
  snapshot: SkillSnapshot,
  body: string,
): { readonly kind: "body"; readonly body: NewBody } | Extract<Proposal, { kind: "refused" }> {
  const written = replaceSkillBody(snapshot.bytes, body);
  if (written.kind === "refused") return refuse("malformed", written.message);
  const document = parseSkillDocument(written.bytes, snapshot.skill.name);
  if (document.kind === "skipped") return refuse("malformed", document.diagnostic.message);
  return {
    kind: "body",
    body: { bytes: written.bytes, version: document.version, fileHash: document.fileHash },
  };
}

function readSupportFile({ fs, root, ...input }: ProposalInput, from: string, path: string): StagedFile {
  const member = input.members.find(({ snapshot }) => snapshot.skill.name === from);
  if (member === undefined) throw new Error(`${from} is no member`);
  const file = placePath(root, placeInside(member.snapshot.place, path));
  return { path, bytes: fs.readFile(file), mode: fs.lstat(file).mode };
}

function memberNamed({ members }: ProposalInput, name: string): Member {
  const member = members.find(({ snapshot }) => snapshot.skill.name === name);
  if (member === undefined) throw new Error(`${name} is no member: the verdict was not checked`);
  return member;
}

function onlyMember({ members }: ProposalInput): Member {
  const [member] = members;
  if (member === undefined) throw new Error("a candidate has at least one skill");
  return member;
}

function plan(action: ActionPlan): Proposal {
  return { kind: "plan", plan: action };
}

function refuse(
  skipKind: "malformed" | "retention",
  message: string,
): Extract<Proposal, { kind: "refused" }> {
  return { kind: "refused", skipKind, message };
}
