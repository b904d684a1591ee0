import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Lock } from "@metis-curate/core";

export interface LockFixture {
  readonly lock: Lock;
  /** Two different absolute paths in a directory that exists. */
  readonly paths: readonly [string, string];
  dispose(): void;
}

const SHORT_MS = 30;
const LONG_MS = 60_000;

/** The laws of the `Lock` port (CONTRACTS 7.6); every implementation runs the same suite. */
export function lockContract(name: string, makeFixture: () => LockFixture): void {
  describe(`${name} keeps the lock contract`, () => {
    let fixture: LockFixture;
    beforeEach(() => {
      fixture = makeFixture();
    });
    afterEach(() => fixture.dispose());

    test("a held lock is refused to others at once and after waiting", async () => {
      const { lock, paths } = fixture;
      const held = await lock.acquire(paths[0], 0);
      expect(held).not.toBeNull();
      expect(await lock.acquire(paths[0], 0)).toBeNull();
      expect(await lock.acquire(paths[0], SHORT_MS)).toBeNull();
      held?.release();
    });

    test("a released lock can be taken again", async () => {
      const { lock, paths } = fixture;
      (await lock.acquire(paths[0], 0))?.release();
      const again = await lock.acquire(paths[0], 0);
      expect(again).not.toBeNull();
      again?.release();
    });

    test("releasing twice does not free the next holder's lock", async () => {
      const { lock, paths } = fixture;
      const first = await lock.acquire(paths[0], 0);
      first?.release();
      const second = await lock.acquire(paths[0], 0);
      first?.release();
      expect(await lock.acquire(paths[0], 0)).toBeNull();
      second?.release();
    });

    test("locks of different paths are independent", async () => {
      const { lock, paths } = fixture;
      const first = await lock.acquire(paths[0], 0);
      const second = await lock.acquire(paths[1], 0);
      expect(second).not.toBeNull();
      first?.release();
      second?.release();
    });

    test("a waiter gets the lock when the holder releases it", async () => {
      const { lock, paths } = fixture;
      const held = await lock.acquire(paths[0], 0);
      const waiting = lock.acquire(paths[0], LONG_MS);
      held?.release();
      const next = await waiting;
      expect(next).not.toBeNull();
      next?.release();
    });

    test("many waiters hold it one at a time and all get it", async () => {
      const { lock, paths } = fixture;
      let holders = 0;
      let most = 0;
      const turns = Array.from({ length: 5 }, async () => {
        const handle = await lock.acquire(paths[0], LONG_MS);
        if (handle === null) return false;
        holders += 1;
        most = Math.max(most, holders);
        await Promise.resolve();
        holders -= 1;
        handle.release();
        return true;
      });
      expect(await Promise.all(turns)).toEqual([true, true, true, true, true]);
      expect(most).toBe(1);
    });
  });
}
