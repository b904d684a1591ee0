import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPackages } from "../packaging/build-packages.ts";
import { bundleNodeTests, type NodeTests } from "./bundle-tests.ts";
import { findNodes } from "./find-nodes.ts";
import { PEER_ACTS, type PeerAct } from "./peer-acts.ts";

const TIMEOUT_MS = 180_000;
const PEER = "scripts/node-tests/peer.ts";
const ROUNDS = 25;

let bundled: NodeTests;
beforeAll(async () => {
  await buildPackages();
  bundled = await bundleNodeTests([PEER]);
}, TIMEOUT_MS);
afterAll(() => rmSync(bundled.directory, { recursive: true }));

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "metis-"));
  file = join(directory, "metis.db");
});
afterEach(() => rmSync(directory, { recursive: true }));

type Arguments<Act extends PeerAct> = Parameters<(typeof PEER_ACTS)[Act]>;
type Result<Act extends PeerAct> = Awaited<ReturnType<(typeof PEER_ACTS)[Act]>>;

for (const node of findNodes()) {
  const name = `the same files under Bun and on Node with ${node.driver}`;
  if ("absent" in node) {
    console.log(`${name}: not run, ${node.absent}`);
    test.skip(`${name}: ${node.absent}`, () => {});
    continue;
  }
  const env = { ...process.env, METIS_SQLITE_DRIVER: node.driver };
  const startNode = (...words: readonly string[]) =>
    Bun.spawn([node.program, bundled.files[0] ?? "", ...words], {
      env,
      stdin: "pipe",
      stdout: "pipe",
      stderr: "inherit",
    });
  const onNode = async <Act extends PeerAct>(act: Act, ...values: Arguments<Act>): Promise<Result<Act>> =>
    JSON.parse(await new Response(startNode(act, JSON.stringify(values)).stdout).text());
  /** Another process under Bun. */
  const besideBun = async <Act extends PeerAct>(act: Act, ...values: Arguments<Act>): Promise<void> => {
    const child = Bun.spawn(
      [process.execPath, join(import.meta.dir, "peer.ts"), act, JSON.stringify(values)],
      {
        stdout: "ignore",
        stderr: "inherit",
      },
    );
    expect(await child.exited).toBe(0);
  };

  describe(name, () => {
    test("the driver is the one that was asked for", async () => {
      expect(await onNode("nameDriver")).toEqual({ driver: node.driver, node: node.version });
    });

    test("what one writes the other reads, goes on with, and hands back", async () => {
      await PEER_ACTS.appendEvents(file, 0, 5);
      const first = await PEER_ACTS.readEvents(file);
      expect(first).toHaveLength(5);
      expect(await onNode("readEvents", file)).toEqual([...first]);
      await onNode("appendEvents", file, 1, 5);
      const both = await PEER_ACTS.readEvents(file);
      expect(both.slice(0, 5)).toEqual([...first]);
      expect(both.slice(5).map(({ sessionId }) => sessionId)).toEqual(Array(5).fill("session-1"));
      await PEER_ACTS.appendEvents(file, 2, 5);
      expect(await onNode("readEvents", file)).toEqual([...(await PEER_ACTS.readEvents(file))]);
    });

    test("a file made there is made as here, of whole numbers, and sound", async () => {
      const here = join(directory, "here.db");
      await PEER_ACTS.appendEvents(here, 0, 3);
      await onNode("appendEvents", file, 0, 3);
      const made = await PEER_ACTS.examine(file);
      expect(made).toEqual(await PEER_ACTS.examine(here));
      expect(made).toMatchObject({ integrity: [{ integrity_check: "ok" }], kinds: [{ kind: "integer" }] });
      expect(await onNode("examine", here)).toEqual(made);
    });

    test("both append at once to a file that was not there, and nothing is lost", async () => {
      const writers = [
        onNode("appendEvents", file, 0, ROUNDS),
        onNode("appendEvents", file, 1, ROUNDS),
        besideBun("appendEvents", file, 2, ROUNDS),
        besideBun("appendEvents", file, 3, ROUNDS),
      ];
      await Promise.all(writers);
      const ids = (await PEER_ACTS.readEvents(file)).map(({ id }) => id);
      expect(new Set(ids).size).toBe(4 * ROUNDS);
      expect((await onNode("readEvents", file)).length).toBe(4 * ROUNDS);
    });

    test("both open and close at once, the last one leaves the database alone", async () => {
      await Promise.all([
        onNode("openAndClose", file, 0, ROUNDS),
        onNode("openAndClose", file, 1, ROUNDS),
        besideBun("openAndClose", file, 2, ROUNDS),
      ]);
      expect(readdirSync(directory)).toEqual(["metis.db"]);
      expect(await PEER_ACTS.readEvents(file)).toHaveLength(3 * ROUNDS);
      expect(await PEER_ACTS.examine(file)).toMatchObject({ integrity: [{ integrity_check: "ok" }] });
    });

    test("each waits while the other writes, and says locked when that takes too long", async () => {
      await PEER_ACTS.appendEvents(file, 0, 1);
      const child = startNode("begin", file);
      await child.stdout.getReader().read();
      expect(await PEER_ACTS.tryToAppend(file, 5)).toBe("locked");
      expect(await onNode("tryToAppend", file, 5)).toBe("locked");
      const waiting = onNode("tryToAppend", file, 60_000);
      child.stdin.end();
      expect(await waiting).toBeNull();
      expect(await child.exited).toBe(0);
      expect(await PEER_ACTS.readEvents(file)).toHaveLength(2);
    });

    test("a lock is one for both, and a killed holder's is free at once", async () => {
      const child = startNode("hold", file);
      const { value } = await child.stdout.getReader().read();
      expect(new TextDecoder().decode(value)).toBe("held\n");
      expect(await PEER_ACTS.tryLock(file)).toBe(false);
      child.kill("SIGKILL");
      await child.exited;
      expect(await PEER_ACTS.tryLock(file)).toBe(true);
      const bun = Bun.spawn([process.execPath, join(import.meta.dir, "peer.ts"), "hold", file], {
        stdout: "pipe",
      });
      await bun.stdout.getReader().read();
      expect(await onNode("tryLock", file)).toBe(false);
      bun.kill("SIGKILL");
      await bun.exited;
      expect(await onNode("tryLock", file)).toBe(true);
    });

    test("an index is found in by words and by vectors, with sqlite-vec and without it", async () => {
      await PEER_ACTS.indexSkills(file, 0, 3, true);
      const here = await PEER_ACTS.searchIndex(file);
      expect(here).toMatchObject({ vectorSearch: "sqlite-vec", notices: [], skills: 3 });
      expect(here.byWord).toHaveLength(3);
      expect(await onNode("searchIndex", file)).toEqual(JSON.parse(JSON.stringify(here)));
      await onNode("indexSkills", file, 1, 3, true);
      await onNode("indexSkills", file, 2, 3, false);
      const after = await PEER_ACTS.searchIndex(file);
      expect(after).toMatchObject({ vectorSearch: "sqlite-vec", skills: 9 });
      expect(await onNode("searchIndex", file)).toEqual(JSON.parse(JSON.stringify(after)));
    });

    test("both fill one new index together", async () => {
      await Promise.all([
        onNode("indexSkills", file, 0, 10, true),
        onNode("indexSkills", file, 1, 10, true),
        besideBun("indexSkills", file, 2, 10, true),
      ]);
      expect(await onNode("searchIndex", file)).toMatchObject({ skills: 30, notices: [] });
    });
  });
}
