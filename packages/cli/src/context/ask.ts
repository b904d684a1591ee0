import { createInterface } from "node:readline/promises";
import { safeText } from "../text/safe-text.ts";
import type { CliContext } from "./cli-context.ts";

/**
 * Asks a person for a yes or a no, on stderr; only `y` and `yes` are a yes. Null where nobody can be asked: then a
 * command says which option answers instead.
 */
export async function askYesNo(context: CliContext, question: string): Promise<boolean | null> {
  if (!isTerminal(context.stdin) || !context.stderrIsTty) return null;
  const lines = createInterface({ input: context.stdin, terminal: false });
  try {
    context.stderr.write(`${safeText(question)} [y/N] `);
    for await (const line of lines) return /^\s*y(?:es)?\s*$/i.test(line);
    return false;
  } finally {
    lines.close();
  }
}

function isTerminal(stream: CliContext["stdin"]): boolean {
  return "isTTY" in stream && stream.isTTY === true;
}
