import type { Progress } from "@metis-curate/core";
import { formatDollars } from "../text/format-dollars.ts";
import type { Palette } from "../text/palette.ts";
import { safeText } from "../text/safe-text.ts";
import { textWidth } from "../text/text-width.ts";

/** Off a terminal, lines appear only for a run of at least this many candidates. */
const LONG_RUN_CANDIDATES = 10;
const WIDTH_DEFAULT = 80;
const CLEAR_LINE = "\r\u001b[K";
const DONE = new Set(["archived", "merged", "edited"]);

export interface ProgressPrinterOptions {
  write(text: string): void;
  readonly terminal: boolean;
  /** Prints nothing but interruptions. */
  readonly quiet: boolean;
  /** Columns of the terminal; null when unknown. */
  readonly width: number | null;
  readonly palette: Palette;
}

export interface ProgressPrinter {
  readonly show: (progress: Progress) => void;
  /** Prints a line of its own between the others. */
  interrupt(line: string): void;
  /** Leaves the cursor at the start of a line. */
  end(): void;
}

/**
 * One line per candidate: on a terminal it stands while the candidate is decided, says when a call is tried again,
 * and is then completed; else whole lines are printed, and only for a long run.
 */
export function createProgressPrinter(options: ProgressPrinterOptions): ProgressPrinter {
  /** The candidate whose line stands. */
  let open: number | null = null;
  const close = (): void => {
    if (open !== null) options.write("\n");
    open = null;
  };
  const room = (options.width ?? WIDTH_DEFAULT) - 1;
  const decided = (progress: Progress): string => {
    const result = formatResult(progress);
    return `${fitHead(progress, room - textWidth(result))}${paintResult(progress, result, options.palette)}`;
  };
  const standing = (progress: Progress): string => {
    const wait = formatWait(progress);
    return `${fitHead(progress, room - textWidth(wait))}${options.palette.yellow(wait)}`;
  };
  const showOnTerminal = (progress: Progress): void => {
    if (progress.result === null) {
      if (open !== progress.index) close();
      options.write(`${open === null ? "" : CLEAR_LINE}${standing(progress)}`);
      open = progress.index;
      return;
    }
    options.write(`${open === null ? "" : CLEAR_LINE}${decided(progress)}\n`);
    open = null;
  };
  const showPlain = (progress: Progress): void => {
    if (progress.result === null || progress.total < LONG_RUN_CANDIDATES) return;
    options.write(`${decided(progress)}\n`);
  };
  return {
    show: (progress) => {
      if (options.quiet) return;
      if (options.terminal) showOnTerminal(progress);
      else showPlain(progress);
    },
    interrupt: (line) => {
      close();
      options.write(`${line}\n`);
    },
    end: close,
  };
}

function formatHead(progress: Progress, skills: string): string {
  return safeText(`[${progress.index + 1}/${progress.total}] ${progress.action} ${skills} …`);
}

function formatResult(progress: Progress): string {
  return ` ${safeText(progress.result ?? "")}  ${formatDollars(progress.spendUsd)}`;
}

function formatWait({ retryInMs, spendUsd }: Progress): string {
  if (retryInMs === undefined) return "";
  return ` no answer, again in ${Math.ceil(retryInMs / 1_000)} s  ${formatDollars(spendUsd)}`;
}

function paintResult(progress: Progress, text: string, palette: Palette): string {
  const paint = (progress.result ?? "").split(", ").every((part) => DONE.has(part))
    ? palette.green
    : palette.yellow;
  return paint(text);
}

/** Names only as many members as fit on one line: a wrapped line could not be rewritten. */
function fitHead(progress: Progress, room: number): string {
  for (let named = progress.skills.length; named > 1; named -= 1) {
    const rest = progress.skills.length - named;
    const names = progress.skills.slice(0, named).join(", ");
    const head = formatHead(progress, rest === 0 ? names : `${names} and ${rest} more`);
    if (textWidth(head) <= room) return head;
  }
  const [first = ""] = progress.skills;
  const rest = progress.skills.length - 1;
  const suffix = rest > 0 ? ` and ${rest} more` : "";
  return shorten(first, (name) => formatHead(progress, `${name}${suffix}`), room);
}

function shorten(name: string, format: (name: string) => string, room: number): string {
  const points = [...safeText(name)];
  for (let kept = points.length; kept > 0; kept -= 1) {
    const head = format(points.slice(0, kept).join(""));
    if (textWidth(head) <= room) return head;
  }
  return format("");
}
