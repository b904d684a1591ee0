import type { DossierSkill } from "./dossier.ts";
import { findFileReferences } from "./file-references.ts";

/** What retention needs of a member: all of its body, and the files beside its SKILL.md. */
export type RetentionMember = Pick<DossierSkill, "name" | "body" | "files">;

/** A file that a new body refers to and that the survivor does not have yet. */
export interface SupportFileCopy {
  /** The member that has it. */
  readonly from: string;
  /** Relative to the skill, the same on both sides. */
  readonly path: string;
  readonly hash: string;
}

export function knownPathsOf(members: readonly RetentionMember[]): ReadonlySet<string> {
  return new Set(members.flatMap((member) => member.files.map((file) => file.path)));
}

/**
 * The support files to copy into the survivor because its new body refers to them (CONTRACTS 8.3), by path. A
 * reference to a directory means every file below it. `survivor` may be a new name: then every file is copied. Where
 * members differ in a file, `checkRetention` has refused the body.
 */
export function supportFilesToCopy(
  members: readonly RetentionMember[],
  survivor: string,
  newBody: string,
): readonly SupportFileCopy[] {
  const own = new Set(
    members.find((member) => member.name === survivor)?.files.map((file) => file.path) ?? [],
  );
  const copies = new Map<string, SupportFileCopy>();
  for (const { from, path, hash } of referencedFiles(members, newBody)) {
    if (!own.has(path) && !copies.has(path)) copies.set(path, { from, path, hash });
  }
  return [...copies.values()].sort((left, right) => (left.path < right.path ? -1 : 1));
}

/** Files of the skill that the new body refers to and that no member has; a directory counts when it is empty. */
export function findMissingFiles(members: readonly RetentionMember[], newBody: string): readonly string[] {
  const known = knownPathsOf(members);
  const spoken = new Set(members.flatMap((m) => findFileReferences(m.body, known).map((r) => r.path)));
  return findFileReferences(newBody, known)
    .filter(({ path }) => !exists(path, known))
    .filter(({ path, ofSkill }) => ofSkill || !spoken.has(path))
    .map(({ path }) => path);
}

/** Referenced files that members have with different content: the reference could only mean one of them. */
export function findConflictingFiles(
  members: readonly RetentionMember[],
  newBody: string,
): readonly string[] {
  const hashes = new Map<string, string>();
  const conflicts = new Set<string>();
  for (const { path, hash } of referencedFiles(members, newBody)) {
    if (hashes.has(path) && hashes.get(path) !== hash) conflicts.add(path);
    hashes.set(path, hash);
  }
  return [...conflicts].sort();
}

function referencedFiles(members: readonly RetentionMember[], newBody: string): readonly SupportFileCopy[] {
  const paths = findFileReferences(newBody, knownPathsOf(members)).map((reference) => reference.path);
  return members.flatMap((member) =>
    member.files
      .filter((file) => paths.some((path) => covers(path, file.path)))
      .map((file) => ({ from: member.name, path: file.path, hash: file.hash })),
  );
}

function exists(path: string, known: ReadonlySet<string>): boolean {
  return [...known].some((file) => covers(path, file));
}

function covers(reference: string, file: string): boolean {
  return file === reference || file.startsWith(reference.endsWith("/") ? reference : `${reference}/`);
}
