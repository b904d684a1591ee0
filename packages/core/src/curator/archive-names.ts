import type { FileSystem } from "../ports/file-system.ts";
import { archiveId, editSnapshotId } from "../roots/archive-id.ts";
import type { Root } from "../roots/root.ts";
import { namesIn } from "../roots/tree/index.ts";

/** Gives archive ids that no directory and no earlier call of the same action has. Throws `FileSystemError`. */
export class ArchiveNames {
  readonly #taken: Set<string>;
  readonly #atUs: number;

  constructor(fs: FileSystem, root: Root, atUs: number) {
    this.#taken = new Set(namesIn(fs, root.archiveDir).map((name) => name.toLowerCase()));
    this.#atUs = atUs;
  }

  forArchive(skill: string): string {
    return this.#take(archiveId(skill, this.#atUs, this.#isTaken));
  }

  forSnapshot(skill: string): string {
    return this.#take(editSnapshotId(skill, this.#atUs, this.#isTaken));
  }

  /** Case-insensitive file systems would merge two names that differ by case. */
  readonly #isTaken = (id: string): boolean => this.#taken.has(id.toLowerCase());

  #take(id: string): string {
    this.#taken.add(id.toLowerCase());
    return id;
  }
}
