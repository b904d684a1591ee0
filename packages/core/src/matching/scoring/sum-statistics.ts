import { INDEX_FIELDS, type IndexField, type TermStatistics } from "../../ports/skill-index.ts";

/** Returns the statistics of several indexes as if they were one. */
export function sumStatistics(all: readonly TermStatistics[]): TermStatistics {
  const frequencies = new Map<string, number>();
  for (const one of all) {
    for (const [term, count] of one.frequencies) frequencies.set(term, (frequencies.get(term) ?? 0) + count);
  }
  const fieldTerms = INDEX_FIELDS.map(
    (field) => [field, all.reduce((sum, one) => sum + one.fieldTerms[field], 0)] as const,
  );
  return {
    documents: all.reduce((sum, { documents }) => sum + documents, 0),
    fieldTerms: Object.fromEntries(fieldTerms) as Record<IndexField, number>,
    frequencies,
  };
}
