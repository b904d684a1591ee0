/** @jsxImportSource hono/jsx */
import { visibleLine } from "../text/visible-text.ts";

interface CommandProps {
  readonly line: string;
}

/** A command to type, broken between its words alone; a script adds a button that copies it. */
export function Command({ line }: CommandProps) {
  const words = visibleLine(line).split(" ");
  return (
    <span class="command" data-copy>
      <code>
        {words.map((word, index) => (
          <>
            {index > 0 && " "}
            <span>{word}</span>
          </>
        ))}
      </code>
    </span>
  );
}
