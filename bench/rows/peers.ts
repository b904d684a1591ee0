import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { acquireDatabaseLock } from "@metis-curate/sqlite";
import { createTraceDatabase, openSqliteTrace } from "@metis-curate/trace-sqlite";
import type { BenchRow } from "../table/bench-row.ts";
import { makeDirectory, nameOf } from "./made-workspace.ts";

const BUMPS = 20;
const INSERTS = 10_000;
const SCRIPT = `
import json, sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("PRAGMA journal_mode=WAL"); db.execute("PRAGMA synchronous=NORMAL")
db.execute("BEGIN IMMEDIATE")
for n in range(int(sys.argv[2])):
    payload = json.dumps({"skill_id": "skill-%d" % (n % 1000), "skill_version": "0"})
    db.execute("INSERT INTO events VALUES (?,?,?,NULL,NULL,'skill.loaded','agent','pseudonymous',?)", ("P%d" % n, n, "s", payload))
db.execute("COMMIT")
`;

/** How others keep the same: there is no aim, only a figure beside ours. */
export const peerRows: readonly BenchRow[] = [
  {
    key: "sidecar",
    what: "peer: JSON file of skills, lock and fsync per use, × 20",
    floor: "append, full, × 20",
    aim: "",
    sizes: [100, 1_000],
    prepare: async (skills) => {
      const directory = makeDirectory();
      const file = join(directory, ".usage.json");
      const entry = { use_count: 0, last_used_at: null, state: "active", pinned: false };
      writeFileSync(
        file,
        JSON.stringify(Object.fromEntries(Array.from({ length: skills }, (_, n) => [nameOf(n), entry]))),
      );
      const trace = openSqliteTrace(join(directory, "metis.db"), { create: true });
      let serial = 0;
      return {
        ours: async () => {
          for (let n = 0; n < BUMPS; n += 1) await bump(file, nameOf(n % skills));
        },
        floorWork: async () => {
          for (let n = 0; n < BUMPS; n += 1) {
            serial += 1;
            await trace.append([loadEvent(serial)], "full");
          }
        },
        dispose: () => {
          trace.close();
          rmSync(directory, { recursive: true });
        },
      };
    },
  },
  ...(Bun.which("python3") === null ? [] : [pythonRow()]),
];

function pythonRow(): BenchRow {
  return {
    key: "python",
    what: "peer: Python's sqlite3, inserts in one transaction",
    floor: "append of as many at once",
    aim: "",
    sizes: [INSERTS],
    prepare: async (inserts) => {
      const directory = makeDirectory();
      const script = join(directory, "peer.py");
      writeFileSync(script, SCRIPT);
      const trace = openSqliteTrace(join(directory, "ours.db"), { create: true });
      let round = 0;
      let serial = 0;
      return {
        rounds: 5,
        ours: () => {
          round += 1;
          const path = join(directory, `peer-${round}.db`);
          createTraceDatabase(path);
          const ran = Bun.spawnSync(["python3", script, path, String(inserts)]);
          if (ran.exitCode !== 0) throw new Error(ran.stderr.toString());
        },
        floorWork: () => {
          const events = Array.from({ length: inserts }, () => {
            serial += 1;
            return loadEvent(serial);
          });
          return trace.append(events, "normal");
        },
        note: () => "Python's start is in it",
        dispose: () => {
          trace.close();
          rmSync(directory, { recursive: true });
        },
      };
    },
  };
}

/** What a program does that keeps usage in one JSON file and means to lose nothing. */
async function bump(file: string, name: string): Promise<void> {
  const lock = await acquireDatabaseLock(`${file}.lock`, 1_000);
  const usage = JSON.parse(readFileSync(file, "utf8"));
  usage[name] = {
    ...usage[name],
    use_count: usage[name].use_count + 1,
    last_used_at: new Date().toISOString(),
  };
  const handle = openSync(`${file}.tmp`, "w");
  writeSync(handle, JSON.stringify(usage));
  fsyncSync(handle);
  closeSync(handle);
  renameSync(`${file}.tmp`, file);
  lock?.release();
}

function loadEvent(serial: number) {
  return {
    id: `01PEER${String(serial).padStart(20, "0")}`,
    timestampUs: 1_790_000_000_000_000 + serial,
    sessionId: "s",
    turnId: null,
    parentEventId: null,
    type: "skill.loaded",
    actor: "agent",
    sensitivity: "pseudonymous",
    payload: { skill_id: nameOf(serial % 1_000), skill_version: "0" },
  } as const;
}
