/**
 * `peer.ts <act> <arguments as a JSON list>`: does one act and prints what it returned. `peer.ts hold <path>` takes a
 * lock, says so, and keeps it until it is killed; `begin <path>` keeps a transaction until its input ends.
 */
import { acquireDatabaseLock, openDatabase } from "@metis-curate/sqlite";
import { PEER_ACTS, type PeerAct } from "./peer-acts.ts";

const [act = "", words = ""] = process.argv.slice(2);

async function hold(path: string): Promise<void> {
  const lock = await acquireDatabaseLock(path, 0);
  process.stdout.write(lock === null ? "refused\n" : "held\n");
  setInterval(() => {}, 60_000);
}

async function begin(path: string): Promise<void> {
  const database = openDatabase(path, { mode: "read-write", timeoutMs: 0, synchronous: "normal" });
  database.exec("BEGIN IMMEDIATE");
  process.stdout.write("held\n");
  for await (const _part of process.stdin);
  database.exec("COMMIT");
  database.close();
}

if (act === "hold") await hold(words);
else if (act === "begin") await begin(words);
else {
  const perform = PEER_ACTS[act as PeerAct] as (...values: readonly unknown[]) => Promise<unknown>;
  process.stdout.write(JSON.stringify((await perform(...(JSON.parse(words) as unknown[]))) ?? null));
}
