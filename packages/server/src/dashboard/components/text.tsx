/** @jsxImportSource hono/jsx */
import { visibleLine, visibleText } from "../text/visible-text.ts";

interface TextProps {
  readonly text: string;
}

/** One line of somebody's text, kept from reordering what stands beside it. */
export function Line({ text }: TextProps) {
  return <bdi>{visibleLine(text)}</bdi>;
}

const BLOCK_LENGTH_MAX = 200_000;

/** A whole text as it was written: never Markdown, never HTML. */
export function TextBlock({ text }: TextProps) {
  const shown = text.slice(0, BLOCK_LENGTH_MAX);
  return (
    <>
      <pre class="text-block" dir="auto">
        {visibleText(shown)}
      </pre>
      {shown.length < text.length && (
        <p class="note">The text goes on; the first {BLOCK_LENGTH_MAX / 1_000},000 characters are shown.</p>
      )}
    </>
  );
}
