/** @jsxImportSource hono/jsx */
import { visibleLine } from "../text/visible-text.ts";

interface CommandProps {
  readonly line: string;
}

/** A command to type; a script adds a button that copies it. */
export function Command({ line }: CommandProps) {
  return (
    <span class="command" data-copy>
      <code>{visibleLine(line)}</code>
    </span>
  );
}
