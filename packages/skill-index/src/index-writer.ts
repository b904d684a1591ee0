import { INDEX_FIELDS, type IndexChange, type IndexedSkill } from "@metis-curate/core";
import type { SqliteDatabase, SqliteStatement } from "@metis-curate/sqlite";
import { encodeCounts } from "./count-codec.ts";
import { type MetaTable, parseSums } from "./meta-table.ts";
import { TermTable } from "./term-table.ts";
import type { VectorTable } from "./vector-table.ts";

interface CountsRow {
  readonly lengths: string;
  readonly counts: Uint8Array;
}

/** Applies changes to the tables; every method is called inside a transaction. */
export class IndexWriter {
  readonly #meta: MetaTable;
  readonly #vectors: VectorTable;
  readonly #terms: TermTable;
  readonly #statements: ReturnType<typeof prepareWriting>;

  constructor(database: SqliteDatabase, meta: MetaTable, vectors: VectorTable) {
    this.#meta = meta;
    this.#vectors = vectors;
    this.#terms = new TermTable(database);
    this.#statements = prepareWriting(database);
  }

  apply(change: IndexChange): void {
    for (const name of change.remove ?? []) this.#remove(name);
    if (change.put !== undefined && change.put.length > 0) this.#put(change.put, change.atUs);
    const { touch, learn, feedback, scouted } = this.#statements;
    for (const { name, path, stamp } of change.touch ?? []) touch.run(path, stamp, name);
    for (const one of change.learn ?? []) {
      learn.run(
        one.state,
        one.effectiveness,
        one.uses,
        one.successes,
        one.gapCount,
        one.lastUsedAtUs,
        one.idleSinceUs,
        one.createdAtUs,
        one.name,
      );
    }
    for (const one of change.feedback ?? []) {
      feedback.run(one.eventId, one.skill, one.sessionId, one.outcome, one.task, one.atUs);
    }
    for (const one of change.scouted ?? []) {
      const { sourceUrl, name, description, relevanceScore, matchedGap, status, discoveredAtUs } = one;
      scouted.run(sourceUrl, name, description, relevanceScore, matchedGap, status, discoveredAtUs);
    }
    if (change.vectors !== undefined) {
      const { model, dimension, of } = change.vectors;
      this.#vectors.useModel(model, dimension);
      for (const [name, vectors] of of) {
        const skillNo = this.#numberOf(name);
        if (skillNo !== null) this.#vectors.replace(skillNo, name, vectors);
      }
    }
    for (const [key, value] of Object.entries(change.notes ?? {})) this.#meta.setNote(key, value);
  }

  #put(skills: readonly IndexedSkill[], atUs: number): void {
    const latest = [...new Map(skills.map((skill) => [skill.name, skill])).values()];
    for (const { name } of latest) this.#unindex(name);
    const documentsOf = new Map<string, number>();
    for (const { terms } of latest) {
      const distinct = new Set(INDEX_FIELDS.flatMap((field) => terms[field]));
      for (const term of distinct) documentsOf.set(term, (documentsOf.get(term) ?? 0) + 1);
    }
    const numbers = this.#terms.add(documentsOf);
    const sums = INDEX_FIELDS.map(() => 0);
    for (const skill of latest) {
      const lengths = INDEX_FIELDS.map((field) => skill.terms[field].length);
      lengths.forEach((length, field) => {
        sums[field] = (sums[field] ?? 0) + length;
      });
      this.#putOne(skill, lengths, numbers, atUs);
    }
    this.#meta.addTotals(latest.length, sums);
  }

  #putOne(
    skill: IndexedSkill,
    lengths: readonly number[],
    numbers: ReadonlyMap<string, number>,
    atUs: number,
  ): void {
    const { put, putCounts, putTerms, nextNumber } = this.#statements;
    const skillNo = this.#numberOf(skill.name) ?? nextNumber.get()?.skill_no ?? 1;
    put.run(
      skill.name,
      skill.path,
      skill.description,
      skill.triggerText,
      JSON.stringify(skill.profileTags),
      skill.contentHash,
      skill.stamp,
      skillNo,
      atUs,
    );
    putCounts.run(skillNo, JSON.stringify(lengths), encodeCounts(countTerms(skill, numbers)));
    putTerms.run(skillNo, ...INDEX_FIELDS.map((field) => skill.terms[field].join(" ")));
  }

  #remove(name: string): void {
    this.#unindex(name);
    this.#statements.remove.run(name);
  }

  /** Takes a skill out of everything that finds it; its row stays. */
  #unindex(name: string): void {
    const skillNo = this.#numberOf(name);
    if (skillNo === null) return;
    const { findCounts, removeCounts, removeTerms } = this.#statements;
    this.#vectors.remove(skillNo);
    removeTerms.run(skillNo);
    const row = findCounts.get(skillNo);
    if (row === undefined) return;
    this.#terms.subtract([row.counts]);
    this.#meta.addTotals(
      -1,
      parseSums(row.lengths).map((length) => -length),
    );
    removeCounts.run(skillNo);
  }

  #numberOf(name: string): number | null {
    return this.#statements.numberOf.get(name)?.skill_no ?? null;
  }
}

function countTerms(
  { terms }: IndexedSkill,
  numbers: ReadonlyMap<string, number>,
): ReadonlyMap<number, readonly number[]> {
  const counts = new Map<number, number[]>();
  INDEX_FIELDS.forEach((field, index) => {
    for (const term of terms[field]) {
      const termNo = numbers.get(term);
      if (termNo === undefined) continue;
      const known = counts.get(termNo) ?? INDEX_FIELDS.map(() => 0);
      known[index] = (known[index] ?? 0) + 1;
      counts.set(termNo, known);
    }
  });
  return counts;
}

function prepareWriting(database: SqliteDatabase) {
  const write = (sql: string): SqliteStatement<never> => database.prepare<never>(sql);
  return {
    numberOf: database.prepare<{ skill_no: number }>("SELECT skill_no FROM skills WHERE name = ?"),
    nextNumber: database.prepare<{ skill_no: number }>(
      "SELECT coalesce(max(skill_no), 0) + 1 AS skill_no FROM skills",
    ),
    put: write(
      `INSERT INTO skills (name, path, description, trigger_text, profile_tags, content_hash, stamp, skill_no, indexed_us)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
       ON CONFLICT (name) DO UPDATE SET path = ?2, description = ?3, trigger_text = ?4, profile_tags = ?5,
         content_hash = ?6, stamp = ?7, indexed_us = ?9`,
    ),
    remove: write("DELETE FROM skills WHERE name = ?"),
    touch: write("UPDATE skills SET path = ?, stamp = ? WHERE name = ?"),
    learn: write(
      `UPDATE skills SET state = ?, effectiveness = ?, total_uses = ?, total_successes = ?, gap_count = ?,
       last_used_us = ?, idle_since_us = ?, created_us = ? WHERE name = ?`,
    ),
    feedback: write(
      `INSERT OR IGNORE INTO feedback_log (event_id, skill_name, session_id, outcome, task_description, created_us)
       VALUES (?, ?, ?, ?, ?, ?)`,
    ),
    scouted: write(
      `INSERT INTO scouted_skills (source_url, name, description, relevance_score, matched_gap, status, discovered_us)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
       ON CONFLICT (source_url) DO UPDATE SET name = ?2, description = ?3, relevance_score = ?4, matched_gap = ?5,
         status = ?6, discovered_us = ?7`,
    ),
    findCounts: database.prepare<CountsRow>("SELECT lengths, counts FROM skill_counts WHERE skill_no = ?"),
    putCounts: write("INSERT INTO skill_counts (skill_no, lengths, counts) VALUES (?, ?, ?)"),
    removeCounts: write("DELETE FROM skill_counts WHERE skill_no = ?"),
    putTerms: write(
      'INSERT INTO skills_fts (rowid, name, "trigger", description, headings, body, grams) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    removeTerms: write("DELETE FROM skills_fts WHERE rowid = ?"),
  };
}
