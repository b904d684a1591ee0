import { dirname, join } from "node:path";
import { SKILL_FILE } from "../actions/index.ts";
import { FileSystemError } from "../ports/file-system.ts";
import { type Candidate, type ReferenceGraph, referenceGraph } from "../selection/index.ts";
import { loadRootSkills } from "../skills/index.ts";
import type { CuratorDeps } from "./curator-deps.ts";
import { type LibraryView, selectFrom } from "./library-view.ts";
import { readReferenceFiles } from "./reference-files.ts";

export interface Objection {
  /** A left-alone reason. */
  readonly kind: string;
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

  /** Null when a candidate still stands; else why it does not: a left-alone reason and its detail. */
  findObjection(candidate: Candidate): Objection | null {
    return this.#findChange(candidate) ?? this.#findRevival(candidate);
  }

  #findRevival(candidate: Candidate): Objection | null {
    if (this.#staying.size === 0 || candidate.action === "edit") return null;
    const { skills } = this.#view.library;
    const names = this.#archiving.filter((name) => !this.#staying.has(name));
    this.#revived ??= referenceGraph(skills, new Set(names), this.#view.referenceTexts);
    const graph = this.#revived;
    const expected = candidate.action === "consolidate" ? candidate.referenced : [];
    const name = candidate.skills.find((one) => graph.referenced.has(one) && !expected.includes(one));
    if (name === undefined) return null;
    const from = graph.references.filter(({ to }) => to === name).map((reference) => reference.from);
    return { kind: "referenced", message: `${name} is referred to by ${from.join(", ")}` };
  }

  #findChange(candidate: Candidate): Objection | null {
    if (this.#sign() === this.#signature) return null;
    this.#reload();
    const selection = selectFrom(this.#deps, this.#view, this.#attended);
    const stands = selection.candidates.some((one) => isSame(one, candidate));
    if (stands) return null;
    const left = selection.leftAlone.find(({ skill }) => candidate.skills.includes(skill));
    if (left === undefined)
      return { kind: "changed-meanwhile", message: "the library changed since it was selected" };
    return { kind: left.reason, message: left.detail ?? `${left.skill} is now left alone: ${left.reason}` };
  }

  /** Call after an action of our own, whose change is no surprise. */
  acted(gone: readonly string[]): void {
    const skills = this.#view.library.skills.filter(({ name }) => !gone.includes(name));
    this.#view = { ...this.#view, library: { ...this.#view.library, skills } };
    this.#signature = this.#sign();
  }

  #reload(): void {
    const { fs, root, config } = this.#deps;
    const library = loadRootSkills(fs, root);
    const referenceTexts = readReferenceFiles(fs, root.base, config.reference_files);
    this.#view = { ...this.#view, library, referenceTexts };
    this.#revived = null;
    this.#signature = this.#sign();
  }

  #sign(): string {
    const { root } = this.#deps;
    const skills = this.#view.library.skills.map(({ directory }) => directory);
    const files = [
      ...skills.map((directory) => join(directory, SKILL_FILE)),
      ...this.#view.referenceTexts.map(({ path }) => join(root.base, path)),
    ];
    const directories = new Set([root.skillsDir, ...skills.map((directory) => dirname(directory))]);
    return [...files, ...directories].map((path) => this.#stamp(path)).join("\n");
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

function isSame(one: Candidate, other: Candidate): boolean {
  return one.action === other.action && one.skills.join("\n") === other.skills.join("\n");
}
