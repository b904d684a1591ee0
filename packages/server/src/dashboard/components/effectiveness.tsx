/** @jsxImportSource hono/jsx */

interface EffectivenessProps {
  /** 0..1; null without any feedback. */
  readonly score: number | null;
}

/** A score with a bar that says the same. */
export function Effectiveness({ score }: EffectivenessProps) {
  if (score === null) return <Absent />;
  return (
    <span class="score">
      {score.toFixed(2)}
      <svg class="score-bar" width="32" height="4" viewBox="0 0 32 4" aria-hidden="true">
        <rect class="score-rest" width="32" height="4" rx="2" />
        <rect class="score-part" width={Math.max(0, Math.min(1, score)) * 32} height="4" rx="2" />
      </svg>
    </span>
  );
}

/** What stands in a cell that has no value. */
export function Absent() {
  return (
    <span class="absent">
      <span aria-hidden="true">–</span>
      <span class="unseen">none</span>
    </span>
  );
}
