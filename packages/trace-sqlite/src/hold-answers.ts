import { statSync } from "node:fs";

/**
 * A file that was written this lately may be written again without another time of modification: the times of some
 * file systems are two seconds coarse.
 */
const SETTLED_MS = 2_100;

export interface HeldAnswers<T> {
  /** The answer that is held under this key, or what `ask` says now. An error is never held. */
  answer(key: string, ask: () => Promise<T>): Promise<T>;
  /** Forgets everything. */
  drop(): void;
}

export interface HoldOptions<T> {
  /** Answers at the same time; the one that was asked for longest ago goes first. */
  readonly countMax: number;
  /** False for an answer that is too large to be kept. */
  readonly mayKeep: (answer: T) => boolean;
  /** Milliseconds since the epoch, by the clock of the files. */
  readonly nowMs: () => number;
}

/** Holds answers about a database for as long as neither its file nor its write-ahead log is touched. */
export function holdAnswers<T>(path: string, { countMax, mayKeep, nowMs }: HoldOptions<T>): HeldAnswers<T> {
  const held = new Map<string, Promise<T>>();
  let heldMark = "";
  const keep = (key: string, mark: string, answer: Promise<T>): void => {
    if (mark !== heldMark) held.clear();
    heldMark = mark;
    held.delete(key);
    held.set(key, answer);
    const [oldest] = held.keys();
    if (held.size > countMax && oldest !== undefined) held.delete(oldest);
  };
  const forget = (key: string, answer: Promise<T>): void => {
    if (held.get(key) === answer) held.delete(key);
  };
  return {
    answer: async (key, ask) => {
      const mark = findMark(path, nowMs());
      if (mark === null) return ask();
      const known = mark === heldMark ? held.get(key) : undefined;
      if (known !== undefined) {
        keep(key, mark, known);
        return known;
      }
      const asked = ask();
      keep(key, mark, asked);
      try {
        const value = await asked;
        if (!mayKeep(value) || findMark(path, nowMs()) !== mark) forget(key, asked);
        return value;
      } catch (error) {
        forget(key, asked);
        throw error;
      }
    },
    drop: () => held.clear(),
  };
}

/**
 * What changes with every write; null when the last one is too near, or there is no file. SQLite sets the owner of a
 * log whenever root opens it, which is a change of its status and of nothing else.
 */
function findMark(path: string, nowMs: number): string | null {
  const stamps: number[] = [];
  for (const file of [path, `${path}-wal`, `${path}-journal`]) {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat === undefined) {
      if (file === path) return null;
      stamps.push(-1);
      continue;
    }
    if (Math.abs(nowMs - stat.mtimeMs) < SETTLED_MS) return null;
    stamps.push(stat.dev, stat.ino, stat.size, stat.mtimeMs, file === path ? stat.ctimeMs : 0);
  }
  return stamps.join(" ");
}
