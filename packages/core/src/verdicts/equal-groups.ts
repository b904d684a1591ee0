import type { ConsolidateDossier, DossierSkill } from "./dossier.ts";
import { collapseBlanks } from "./markdown.ts";

/** Skills that say the same: the survivor and what may be archived into it. */
export interface EqualGroup {
  readonly survivor: DossierSkill;
  /** At least one, by name. */
  readonly archive: readonly DossierSkill[];
}

/**
 * Groups the members whose bodies are equal after whitespace normalisation and whose other files are a byte-equal
 * subset of the survivor's (CONTRACTS 8.4). The survivor is the most loaded, ties by name; a referenced member goes
 * before any other, because it may not be archived. Further referenced members, and members with files of their own,
 * are left out, and grouped among themselves where they can be.
 */
export function findEqualGroups(dossier: ConsolidateDossier): readonly EqualGroup[] {
  const byBody = new Map<string, DossierSkill[]>();
  for (const member of dossier.members) {
    const body = collapseBlanks(member.body);
    byBody.set(body, [...(byBody.get(body) ?? []), member]);
  }
  const referenced = new Set(dossier.referenced);
  return [...byBody.values()]
    .flatMap((equals) => splitByFiles(equals, referenced))
    .sort((left, right) => compareNames(left.survivor, right.survivor));
}

function splitByFiles(
  equals: readonly DossierSkill[],
  referenced: ReadonlySet<string>,
): readonly EqualGroup[] {
  const groups: EqualGroup[] = [];
  let rest = [...equals].sort((left, right) => compareSurvivors(left, right, referenced));
  while (rest.length > 1) {
    const [survivor, ...others] = rest;
    if (survivor === undefined) break;
    const archive = others.filter((other) => !referenced.has(other.name) && isFileSubset(other, survivor));
    if (archive.length > 0) groups.push({ survivor, archive: archive.sort(compareNames) });
    rest = others.filter((other) => !archive.includes(other));
  }
  return groups;
}

function compareSurvivors(left: DossierSkill, right: DossierSkill, referenced: ReadonlySet<string>): number {
  const byReference = Number(referenced.has(right.name)) - Number(referenced.has(left.name));
  return byReference || right.loads - left.loads || compareNames(left, right);
}

function compareNames(left: DossierSkill, right: DossierSkill): number {
  if (left.name === right.name) return 0;
  return left.name < right.name ? -1 : 1;
}

function isFileSubset(smaller: DossierSkill, larger: DossierSkill): boolean {
  const hashes = new Map(larger.files.map((file) => [file.path, file.hash]));
  return smaller.files.every((file) => hashes.get(file.path) === file.hash);
}
