/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";

export interface Fact {
  readonly term: string;
  readonly value: Child;
  /** It needs the room of two. */
  readonly long?: boolean;
}

/** Short facts, each a term and its value. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(({ term, value, long = false }) => (
        <div class={long ? "long" : undefined}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
