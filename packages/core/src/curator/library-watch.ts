import { dirname, join } from "node:path";
import { SKILL_FILE } from "../actions/index.ts";
import { FileSystemError } from "../ports/file-system.ts";
import {
  type Candidate,
  type ReferenceGraph,
  type ReferenceScans,
  referenceGraph,
  type Selection,
} from "../selection/index.ts";
import { loadRootSkills } from "../skills/index.ts";
import type { CuratorDeps } from "./curator-deps.ts";
import { type LibraryView, selectFrom } from "./library-view.ts";
import { listReferenceFiles, readReferenceFiles } from "./reference-files.ts";

export interface Objection {
  /** Left-alone reasons. */
  readonly kind: "referenced" | "changed-meanwhile";
  readonly message: string;
}

/**
 * Notices, before each action of a run, that someone else changed the library or a file that may refer to a
 * skill (CONTRACTS 5: checked again before a move). Costs one `lstat` per skill while nothing changed.
 */
export class LibraryWatch {
  readonly #deps: CuratorDeps;
  readonly #attended: boolean;
  /** Names of all archive candidates of the run. */
  readonly #archiving: readonly string[];
  readonly #staying = new Set<string>();
  #revived: ReferenceGraph | null = null;
  /** Over the names of the present library. */
  #scans: ReferenceScans = new Map();
  /** What is selected now that the library is another; null while it is the one the run selected from. */
  #reselected: Selection | null = null;
  #view: LibraryView;
  #signature: string;

  constructor(deps: CuratorDeps, view: LibraryView, candidates: readonly Candidate[], attended: boolean) {
    this.#archiving = candidates.filter(({ action }) => action === "archive").flatMap(({ skills }) => skills);
    this.#deps = deps;
    this.#attended = attended;
    this.#view = view;
    this.#signature = this.#sign();
  }

  get view(): LibraryView {
    return this.#view;
  }

  /** An archive candidate that stays after all is alive, and so is what it refers to. */
  stays(candidate: Candidate): void {
    if (candidate.action !== "archive") return;
    this.#staying.add(candidate.skills[0]);
    this.#revived = null;
  }

  /** Null when a candidate still stands; else why it does not. Throws `FileSystemError`. */
  findObjection(candidate: Candidate): Objection | null {
    return this.#findChange(candidate) ?? this.#findRevival(candidate);
  }

  #findRevival(candidate: Candidate): Objection | null {
    if (this.#staying.size === 0 || candidate.action === "edit") return null;
    const { skills } = this.#view.library;
    const names = this.#archiving.filter((name) => !this.#staying.has(name));
    this.#revived ??= referenceGraph(skills, new Set(names), this.#view.referenceTexts, this.#scans);
    const graph = this.#revived;
    const expected = candidate.action === "consolidate" ? candidate.referenced : [];
    const name = candidate.skills.find((one) => graph.referenced.has(one) && !expected.includes(one));
    if (name === undefined) return null;
    const from = graph.references.filter(({ to }) => to === name).map((reference) => reference.from);
    return { kind: "referenced", message: `${name} is referred to by ${from.join(", ")}` };
  }

  #findChange(candidate: Candidate): Objection | null {
    if (this.#sign() !== this.#signature) this.#reload();
    if (this.#reselected === null) return null;
    const { candidates, leftAlone } = this.#reselected;
    const now = candidates.find((one) => isSame(one, candidate));
    if (now !== undefined) return newlyReferenced(now, candidate);
    const left = leftAlone.find(({ skill }) => candidate.skills.includes(skill));
    if (left === undefined)
      return { kind: "changed-meanwhile", message: "the library changed since it was selected" };
    const message = left.detail ?? `${left.skill} is now left alone: ${left.reason}`;
    return { kind: left.reason === "referenced" ? "referenced" : "changed-meanwhile", message };
  }

  /** Call after an action of our own, whose change is no surprise. `made` is a skill it brought in. */
  acted(gone: readonly string[], made: readonly string[] = []): void {
    const skills = this.#view.library.skills.filter(({ name }) => !gone.includes(name));
    this.#view = { ...this.#view, library: { ...this.#view.library, skills } };
    this.#signature = this.#sign();
    if (made.length > 0) this.#read();
  }

  #reload(): void {
    this.#read();
    this.#reselected = selectFrom(this.#deps, this.#view, this.#attended);
  }

  #read(): void {
    const { fs, root, config } = this.#deps;
    const library = loadRootSkills(fs, root);
    const { texts, unread } = readReferenceFiles(fs, root.base, config.reference_files);
    this.#view = { ...this.#view, library, referenceTexts: texts, unreadReferences: unread };
    this.#revived = null;
    this.#scans = new Map();
    this.#signature = this.#sign();
  }

  #sign(): string {
    const { fs, root, config } = this.#deps;
    const skills = this.#view.library.skills.map(({ directory }) => directory);
    const files = [
      ...skills.map((directory) => join(directory, SKILL_FILE)),
      ...listReferenceFiles(fs, root.base, config.reference_files).map((path) => join(root.base, path)),
    ];
    const directories = new Set([root.skillsDir, ...skills.map((directory) => dirname(directory))]);
    return [...files, ...directories].map((path) => `${path} ${this.#stamp(path)}`).join("\n");
  }

  #stamp(path: string): string {
    try {
      const { size, inode, modifiedAtMs } = this.#deps.fs.lstat(path);
      return `${size} ${inode} ${modifiedAtMs}`;
    } catch (error) {
      if (error instanceof FileSystemError) return error.kind;
      throw error;
    }
  }
}

/** The hash is over contents and activity; a part of a cluster has the hash of the whole. */
function isSame(now: Candidate, before: Candidate): boolean {
  if (now.action !== before.action || now.hash !== before.hash) return false;
  const names: readonly string[] = now.skills;
  return before.skills.every((name) => names.includes(name));
}

/** A member that something refers to by now was not offered as such. */
function newlyReferenced(now: Candidate, before: Candidate): Objection | null {
  if (now.action !== "consolidate" || before.action !== "consolidate") return null;
  const name = now.referenced.find((one) => before.skills.includes(one) && !before.referenced.includes(one));
  return name === undefined ? null : { kind: "referenced", message: `${name} is referred to by now` };
}
