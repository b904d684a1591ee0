import { type EventEnvelope, skillTerms } from "@metis-curate/core";
import { openSkillIndex } from "@metis-curate/skill-index";
import { acquireDatabaseLock, openDatabase, sqliteDriverName } from "@metis-curate/sqlite";
import { openSqliteTrace } from "@metis-curate/trace-sqlite";

const MODEL = "of-the-test";
const TYPE = "skill.loaded";

/** What one program does to a file that another one wrote, under Bun and under Node; values are JSON. */
export const PEER_ACTS = {
  nameDriver: async () => ({ driver: sqliteDriverName(), node: process.versions.node }),
  /** One transaction for each event, every fourth durable. */
  appendEvents: async (path: string, who: number, count: number) => {
    const store = openSqliteTrace(path, { create: true });
    for (let at = 0; at < count; at += 1) {
      await store.append([eventOf(who, at)], at % 4 === 0 ? "full" : "normal");
    }
    store.close();
  },
  readEvents: async (path: string) => {
    const store = openSqliteTrace(path);
    const events: EventEnvelope[] = [];
    for await (const batch of store.scan([TYPE])) events.push(...batch.events.map(({ event }) => event));
    store.close();
    return events;
  },
  /** Opens, writes and closes again and again: the last one to close takes the log away. */
  openAndClose: async (path: string, who: number, rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
      const store = openSqliteTrace(path, { create: true });
      await store.append([eventOf(who, round)], "normal");
      store.close();
    }
  },
  /** The kind of the error, null when it succeeds within the time. */
  tryToAppend: async (path: string, timeoutMs: number) => {
    const store = openSqliteTrace(path, { timeoutMs });
    try {
      await store.append([eventOf(99, 0)], "normal");
      return null;
    } catch (error) {
      return (error as { readonly kind: string }).kind;
    } finally {
      store.close();
    }
  },
  /** What SQLite itself makes of the file. */
  examine: async (path: string) => {
    const database = openDatabase(path, { mode: "read-only", timeoutMs: 5_000, synchronous: "normal" });
    const facts = {
      integrity: database.prepare("PRAGMA integrity_check").all(),
      schema: database.prepare("SELECT type, name, sql FROM sqlite_master ORDER BY name").all(),
      kinds: database.prepare("SELECT DISTINCT typeof(timestamp_us) AS kind FROM events").all(),
      version: database.prepare("PRAGMA user_version").get(),
      journalMode: database.journalMode,
    };
    database.close();
    return facts;
  },
  tryLock: async (path: string) => {
    const lock = await acquireDatabaseLock(path, 0);
    lock?.release();
    return lock !== null;
  },
  /** Indexes skills of its own, each with a vector. */
  indexSkills: async (path: string, who: number, count: number, vectorExtension: boolean) => {
    const index = openSkillIndex(path, { asideStamp: "x", vectorExtension });
    for (let at = 0; at < count; at += 1) {
      const skill = skillOf(`skill-${who}-${at}`);
      const of = new Map([[skill.name, [Float32Array.of(who + 1, at)]]]);
      await index.apply({ put: [skill], vectors: { model: MODEL, dimension: 2, of }, atUs: at });
    }
    index.close();
  },
  /** Everything that is found by a word and by a vector, with how it was looked for. */
  searchIndex: async (path: string) => {
    const index = openSkillIndex(path, { asideStamp: "x" });
    const { vectorSearch, notices, skills } = await index.info();
    const [term = ""] = skillOf("shared").terms.description;
    const base = { count: [term], archived: false, limit: 100 };
    const values = Float32Array.of(1, 0);
    const byWord = await index.search({ ...base, retrieve: [term], vector: null });
    const byVector = await index.search({
      ...base,
      retrieve: [],
      vector: { model: MODEL, values },
      limit: 3,
    });
    index.close();
    return {
      vectorSearch,
      notices,
      skills,
      byWord: byWord.map(({ row, counts, lengths }) => ({ row, counts: [...counts], lengths })),
      byVector: byVector.map(({ row, cosines }) => ({ name: row.name, cosines })),
    };
  },
} as const;

export type PeerAct = keyof typeof PEER_ACTS;

/** The same event for the same numbers; microseconds of today, and every kind of value that JSON has. */
function eventOf(who: number, at: number): EventEnvelope {
  return {
    id: `${who}-${String(at).padStart(4, "0")}`,
    timestampUs: 1_796_000_000_000_123 + at,
    sessionId: `session-${who}`,
    turnId: null,
    parentEventId: null,
    type: TYPE,
    actor: "agent",
    sensitivity: "pseudonymous",
    payload: {
      skill_id: `größe-技能-${who}`,
      at,
      ratio: 0.1,
      big: 2 ** 53 - 1,
      none: null,
      list: [true, "'?1'"],
    },
  };
}

function skillOf(name: string) {
  const description = `Knows shared words and ${name}`;
  const { triggerText, terms } = skillTerms({ name, description, body: "" });
  const facts = { path: `/${name}`, contentHash: "1", stamp: "", profileTags: ["größe"] };
  return { name, description, triggerText, terms, ...facts };
}
