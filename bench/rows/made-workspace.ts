import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { METIS_LAYOUT, type Root, workspaceRoot } from "@metis-curate/core";
import { immediateTransaction, openDatabase } from "@metis-curate/sqlite";
import { createTraceDatabase } from "@metis-curate/trace-sqlite";
import { madeText, seeded } from "../matching/made-skills.ts";

const BODY_WORDS = 300;
const DESCRIPTION_WORDS = 14;
const DAY_US = 86_400_000_000;
const DAYS = 180;
const ROWS_AT_ONCE = 50_000;

/** A library on disk and its trace. */
export interface MadeWorkspace {
  readonly home: string;
  readonly workspace: string;
  readonly root: Root;
  readonly database: string;
  /** Paths of every SKILL.md. */
  readonly files: readonly string[];
}

export function makeDirectory(): string {
  return mkdtempSync(join(tmpdir(), "metis-bench-"));
}

/** Writes `skills` skills with made texts; no trace. The same for the same number. */
export function makeWorkspace(skills: number): MadeWorkspace {
  const home = makeDirectory();
  const workspace = join(home, "ws");
  const root = workspaceRoot({ workspace, home, layout: METIS_LAYOUT });
  const random = seeded(7);
  const files = Array.from({ length: skills }, (_, n) => {
    const name = nameOf(n);
    const directory = join(root.skillsDir, name);
    mkdirSync(directory, { recursive: true });
    const text = `---\nname: ${name}\ndescription: ${madeText(random, DESCRIPTION_WORDS)}.\n---\n\n# ${name}\n\n${madeText(random, BODY_WORDS)}\n`;
    const file = join(directory, "SKILL.md");
    writeFileSync(file, text);
    return file;
  });
  return { home, workspace, root, database: join(home, ".metis", "metis.db"), files };
}

export function nameOf(n: number): string {
  return `skill-${n}`;
}

/**
 * Writes a trace of `events` events, of which `skillEvents` are loads of the skills, evenly over half a year; every skill
 * was made by an agent at its start.
 */
export function writeHistory(made: MadeWorkspace, events: number, skillEvents: number): void {
  mkdirSync(join(made.home, ".metis"), { recursive: true });
  createTraceDatabase(made.database);
  const database = openDatabase(made.database, {
    mode: "read-write",
    timeoutMs: 1_000,
    synchronous: "normal",
  });
  const insert = database.prepare<never>(
    "INSERT INTO events VALUES (?, ?, ?, NULL, NULL, ?, ?, 'pseudonymous', ?)",
  );
  const skills = made.files.length;
  const nowUs = Date.now() * 1_000;
  const startUs = nowUs - DAYS * DAY_US;
  const root = made.root.key;
  const hashes = made.files.map((file) => createHash("sha256").update(readFileSync(file)).digest("hex"));
  const every = Math.max(1, Math.floor(events / Math.max(1, skillEvents)));
  let serial = 0;
  const add = (us: number, type: string, actor: string, payload: object): void => {
    serial += 1;
    const id = `01BENCH${serial.toString(36).toUpperCase().padStart(19, "0")}`;
    insert.run(id, us, `session-${serial >> 6}`, type, actor, JSON.stringify(payload));
  };
  immediateTransaction(database, () => {
    for (let n = 0; n < skills; n += 1) {
      const payload = {
        root,
        skill_id: nameOf(n),
        skill_version: "0123456789abcdef",
        file_hash: hashes[n],
        source: "auto_generated",
        size_tokens: 500,
      };
      add(startUs, "skill.created", "agent", payload);
    }
  });
  for (let from = 0; from < events; from += ROWS_AT_ONCE) {
    immediateTransaction(database, () => {
      for (let n = from; n < Math.min(events, from + ROWS_AT_ONCE); n += 1) {
        const us = startUs + 1 + Math.floor((n / events) * (DAYS * DAY_US - 1_000_000));
        if (n % every === 0) add(us, "skill.loaded", "agent", loadOf(root, (n / every) % skills));
        else
          add(us, "tool.called", "agent", {
            tool_use_id: `t${n}`,
            tool_name: "run_command",
            input_hash: "0",
          });
      }
    });
  }
  database.close();
}

function loadOf(root: string, n: number): object {
  return {
    root,
    skill_id: nameOf(Math.floor(n)),
    skill_version: "0123456789abcdef",
    load_reason: "on_demand",
    load_size_tokens: 500,
    source: "workspace",
    triggered_by_tool_use_id: null,
  };
}
