/** @jsxImportSource hono/jsx */
import { visibleLine } from "../text/visible-text.ts";

interface BadgeProps {
  readonly text: string;
  /** How it looks; the words carry the meaning. */
  readonly tone?: "strong" | "plain" | "faint" | "warn";
}

export function Badge({ text, tone = "plain" }: BadgeProps) {
  return <span class={`badge badge-${tone}`}>{visibleLine(text)}</span>;
}
