/** @jsxImportSource hono/jsx */
import { visibleText } from "../text/visible-text.ts";

interface DiffViewProps {
  /** A unified diff. */
  readonly diff: string;
}

const LINES_MAX = 1_000;

/** A unified diff, line by line; the header of two file names is left out. */
export function DiffView({ diff }: DiffViewProps) {
  const lines = diff.split("\n");
  const body = lines.slice(
    Math.max(
      0,
      lines.findIndex((line) => line.startsWith("@@")),
    ),
  );
  if (body.at(-1) === "") body.pop();
  return (
    <>
      <pre class="diff">
        {body.slice(0, LINES_MAX).map((line) => (
          <DiffLine line={line} />
        ))}
      </pre>
      {body.length > LINES_MAX && <p class="note">The diff goes on; {LINES_MAX} lines are shown.</p>}
    </>
  );
}

function DiffLine({ line }: { readonly line: string }) {
  const text = `${visibleText(line)}\n`;
  if (line.startsWith("+")) return <ins dir="auto">{text}</ins>;
  if (line.startsWith("-")) return <del dir="auto">{text}</del>;
  if (line.startsWith("@@")) return <span class="diff-place">{text}</span>;
  return <span dir="auto">{text}</span>;
}
