import { dirname, join } from "node:path";
import { SKILL_FILE } from "../actions/index.ts";
import { FileSystemError } from "../ports/file-system.ts";
import type { Candidate } from "../selection/candidate.ts";
import { loadRootSkills } from "../skills/index.ts";
import type { CuratorDeps } from "./curator-deps.ts";
import { type LibraryView, selectFrom } from "./library-view.ts";
import { readReferenceFiles } from "./reference-files.ts";

/**
 * Notices, before each action of a run, that someone else changed the library or a file that may refer to a
 * skill (CONTRACTS 5: checked again before a move). Costs one `lstat` per skill while nothing changed.
 */
export class LibraryWatch {
  readonly #deps: CuratorDeps;
  readonly #attended: boolean;
  #view: LibraryView;
  #signature: string;

  constructor(deps: CuratorDeps, view: LibraryView, attended: boolean) {
    this.#deps = deps;
    this.#attended = attended;
    this.#view = view;
    this.#signature = this.#sign();
  }

  get view(): LibraryView {
    return this.#view;
  }

  /** Null when a candidate still stands; else why it does not: a left-alone reason and its detail. */
  findObjection(candidate: Candidate): { readonly kind: string; readonly message: string } | null {
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
