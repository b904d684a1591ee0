import type { Progress } from "@metis-curate/core";
import { formatDollars } from "../text/format-dollars.ts";
import type { Palette } from "../text/palette.ts";
import { safeText } from "../text/safe-text.ts";
import { textWidth } from "../text/text-width.ts";

/** Off a terminal, lines appear once a run has this many candidates … */
const LONG_RUN_CANDIDATES = 10;
/** … or has taken this long. */
const LONG_RUN_MS = 5_000;
const DONE = new Set(["archived", "merged", "edited"]);

export interface ProgressPrinterOptions {
  write(text: string): void;
  readonly terminal: boolean;
  /** Prints nothing but interruptions. */
  readonly quiet: boolean;
  /** Columns of the terminal; null when unknown. */
  readonly width: number | null;
  readonly palette: Palette;
  nowMs(): number;
}

export interface ProgressPrinter {
  readonly show: (progress: Progress) => void;
  /** Prints a line of its own between the others. */
  interrupt(line: string): void;
  /** Leaves the cursor at the start of a line. */
  end(): void;
}

/**
 * One line per candidate: on a terminal it stands while the candidate is decided and is then completed, else
 * whole lines are printed, and only for a long run.
 */
export function createProgressPrinter(options: ProgressPrinterOptions): ProgressPrinter {
  const startedMs = options.nowMs();
  let open = false;
  const close = (): void => {
    if (open) options.write("\n");
    open = false;
  };
  const showOnTerminal = (progress: Progress): void => {
    const head = fitHead(progress, options.width);
    if (progress.result === null) {
      close();
      options.write(head);
      open = true;
      return;
    }
    options.write(`${open ? "\r\u001b[K" : ""}${head}${formatResult(progress, options.palette)}\n`);
    open = false;
  };
  const showPlain = (progress: Progress): void => {
    const long = progress.total >= LONG_RUN_CANDIDATES || options.nowMs() - startedMs >= LONG_RUN_MS;
    if (progress.result === null || !long) return;
    options.write(
      `${formatHead(progress, progress.skills.join(", "))}${formatResult(progress, options.palette)}\n`,
    );
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

function formatResult(progress: Progress, palette: Palette): string {
  const result = safeText(progress.result ?? "");
  const paint = result.split(", ").every((part) => DONE.has(part)) ? palette.green : palette.yellow;
  return ` ${paint(result)}  ${formatDollars(progress.spendUsd)}`;
}

/** Names only as many members as fit on one line: a wrapped line could not be rewritten. */
function fitHead(progress: Progress, width: number | null): string {
  const room = (width ?? 80) - 1;
  for (let named = progress.skills.length; named > 1; named -= 1) {
    const rest = progress.skills.length - named;
    const names = progress.skills.slice(0, named).join(", ");
    const head = formatHead(progress, rest === 0 ? names : `${names} +${rest}`);
    if (textWidth(head) <= room) return head;
  }
  const [first = ""] = progress.skills;
  const rest = progress.skills.length - 1;
  const suffix = rest > 0 ? ` +${rest}` : "";
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
