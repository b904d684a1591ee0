import { resolve } from "node:path";
import { type Cli, UsageError } from "clipanion";
import { findOptionMistake, findUnknownValueOption } from "./argv/check-options.ts";
import { describeCommandMistake, describeMissingDirectory } from "./argv/describe-command-mistake.ts";
import {
  formatNormalizedArgv,
  hasOption,
  type NormalizedArgv,
  normalizeArgv,
} from "./argv/normalize-argv.ts";
import { EXIT_DONE, EXIT_FAILED, EXIT_USAGE } from "./commands/curator-command.ts";
import { RUN_PATH } from "./commands/run-command.ts";
import type { CliContext, CommandContext } from "./context/cli-context.ts";
import { pageFormat, writeFailure } from "./context/output.ts";
import { type CommandGuide, createParser, listCommandGuides } from "./help/command-guide.ts";
import { writeCommandHelp, writeOverview } from "./help/write-help.ts";
import { Page } from "./text/page.ts";
import { safeLines } from "./text/safe-text.ts";

/**
 * Runs one command line (without the program's name) and returns its exit code (CONTRACTS 11). Never throws:
 * wrong usage is one line and 2, a refusal one line and its own code, a bug one line and 1 (with a stack only
 * when `METIS_DEBUG` is set).
 */
export async function runCli(argv: readonly string[], context: CliContext): Promise<number> {
  const normalized = normalizeArgv(argv);
  const json = hasOption(normalized, "--json");
  try {
    return await dispatch(normalized, context);
  } catch (error) {
    if (error instanceof UsageError) {
      writeFailure(context, json, { kind: "usage", message: error.message });
      return EXIT_USAGE;
    }
    reportBug(context, json, error);
    return EXIT_FAILED;
  }
}

async function dispatch(normalized: NormalizedArgv, context: CliContext): Promise<number> {
  if (hasOption(normalized, "--version")) {
    context.stdout.write(`${context.version}\n`);
    return EXIT_DONE;
  }
  const parser = createParser();
  const guides = listCommandGuides(parser);
  const guide = guides.find((candidate) => candidate.verb === normalized.verb);
  if (hasOption(normalized, "--help", "-h")) return showHelp(normalized, context, guides, guide);
  if (guide === undefined) {
    throw new UsageError(
      `'${normalized.verb}' is not available in this version; a directory of that name is written ./${normalized.verb}`,
    );
  }
  const mistake =
    findUnknownValueOption(normalized.rest, guide.options) ??
    describeCommandMistake(normalized, guide.form, guide.options) ??
    findOptionMistake(normalized.rest, guide.options);
  if (mistake !== null) throw new UsageError(mistake);
  refuseMissingDirectory(normalized, context);
  const command = parse(parser, normalized, guide, {
    ...context,
    workspace: normalized.workspace,
    guides,
  });
  return (await command.validateAndExecute()) ?? EXIT_DONE;
}

function showHelp(
  normalized: NormalizedArgv,
  context: CliContext,
  guides: readonly CommandGuide[],
  guide: CommandGuide | undefined,
): number {
  const page = new Page(pageFormat(context));
  const overview = guide === undefined || (normalized.verb === null && normalized.workspace === null);
  if (overview) writeOverview(page, guides, context.version);
  else writeCommandHelp(page, guide);
  context.stdout.write(page.toString());
  return EXIT_DONE;
}

function refuseMissingDirectory({ workspace }: NormalizedArgv, context: CliContext): void {
  if (workspace === null) return;
  if (workspace === "") throw new UsageError("the workspace is empty: name a directory, or . for this one");
  if (context.files.isDirectory(resolve(context.cwd, workspace))) return;
  throw new UsageError(describeMissingDirectory(workspace));
}

function parse(
  parser: Cli<CommandContext>,
  normalized: NormalizedArgv,
  guide: CommandGuide,
  context: CommandContext,
): ReturnType<Cli<CommandContext>["process"]> {
  const words = formatNormalizedArgv(normalized);
  try {
    return parser.process(guide.verb === null ? [RUN_PATH, ...words] : words, context);
  } catch (error) {
    if (!isSyntaxError(error)) throw error;
    throw new UsageError(`wrong arguments; write ${guide.form}`);
  }
}

/** Clipanion's own errors carry its marker; anything else thrown while parsing is a bug. */
function isSyntaxError(error: unknown): boolean {
  return error instanceof Error && "clipanion" in error;
}

function reportBug(context: CliContext, json: boolean, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  writeFailure(context, json, {
    kind: "internal",
    message: `internal error: ${message}; this is a bug, METIS_DEBUG=1 shows where`,
  });
  const debug = (context.env["METIS_DEBUG"] ?? "") !== "";
  if (debug && error instanceof Error) context.stderr.write(`${safeLines(error.stack ?? "")}\n`);
}
