/** @jsxImportSource hono/jsx */
import { visibleLine } from "../text/visible-text.ts";
import { Instant } from "./instant.tsx";

interface ProseProps {
  readonly text: string;
  /** Where it stands in the text, a command begins. */
  readonly commandLine: string;
}

const INSTANT = /(\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z)/;

/** A line the curator wrote, its times in the viewer's zone and its commands set apart. */
export function Prose({ text, commandLine }: ProseProps) {
  const line = visibleLine(text);
  const [before = "", ...rest] = commandLine === "" ? [line] : line.split(commandLine);
  return (
    <bdi>
      <Times text={before} />
      {rest.map((part) => (
        <CommandAndRest part={part} commandLine={commandLine} />
      ))}
    </bdi>
  );
}

function CommandAndRest({ part, commandLine }: { readonly part: string; readonly commandLine: string }) {
  const words = /^[^,;)]*/.exec(part)?.[0] ?? "";
  return (
    <>
      <code>{`${commandLine}${words}`}</code>
      <Times text={part.slice(words.length)} />
    </>
  );
}

/** Every second part is what the expression found. */
function Times({ text }: { readonly text: string }) {
  return <>{text.split(INSTANT).map((part, index) => (index % 2 === 1 ? <Instant iso={part} /> : part))}</>;
}
