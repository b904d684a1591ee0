import type { Logger } from "@metis-curate/core";
import type { PageFormat } from "../text/page.ts";
import { allowsColor, createPalette, type Palette } from "../text/palette.ts";
import { formatJson, safeText } from "../text/safe-text.ts";
import type { CliContext } from "./cli-context.ts";

const WIDTH_DEFAULT = 80;
const WIDTH_MIN = 40;
const WIDTH_MAX = 160;

/** Width and colours for text on stdout: the terminal's, else 80 columns. */
export function pageFormat(context: CliContext): PageFormat {
  const columns = context.columns ?? WIDTH_DEFAULT;
  return {
    width: Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, columns)),
    palette: createPalette(allowsColor(context.env, context.stdoutIsTty)),
  };
}

/** Colours for text on stderr. */
export function errorPalette(context: CliContext): Palette {
  return createPalette(allowsColor(context.env, context.stderrIsTty));
}

/** Writes the one document of `--json`. */
export function writeJson(context: CliContext, value: unknown): void {
  context.stdout.write(`${formatJson(value)}\n`);
}

/** What `{error}` carries: `message` is one line (what, where, what to do). */
export interface Failure {
  readonly kind: string;
  readonly message: string;
}

/** Writes an error: one line on stderr, or the document `{error: {kind, message}}` on stdout. */
export function writeFailure(context: CliContext, json: boolean, failure: Failure): void {
  if (json) {
    writeJson(context, { error: { kind: failure.kind, message: failure.message } });
    return;
  }
  context.stderr.write(`${errorPalette(context).red("error:")} ${safeText(failure.message)}\n`);
}

/** Logs warnings and errors to stderr, one line each; everything with `METIS_DEBUG` set. */
export function stderrLogger(context: CliContext): Logger {
  const verbose = (context.env["METIS_DEBUG"] ?? "") !== "";
  return {
    log: (level, message) => {
      if (!verbose && (level === "debug" || level === "info")) return;
      context.stderr.write(`${level}: ${safeText(message)}\n`);
    },
  };
}
