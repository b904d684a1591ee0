import type { ImportProgress } from "@metis-curate/runtimes";
import { formatBytes } from "../text/format-bytes.ts";
import { textWidth } from "../text/text-width.ts";

const CLEAR_LINE = "\r\u001b[K";
const WIDTH_DEFAULT = 80;
const BAR_WIDTH = 20;
const REDRAW_MS = 100;

/** A bar that is drawn over itself. */
export interface ImportPrinter {
  show(progress: ImportProgress): void;
  /** Leaves an empty line. */
  end(): void;
}

export interface ImportPrinterOptions {
  write(text: string): void;
  /** Columns; null when unknown. */
  readonly width: number | null;
  nowMs(): number;
}

/** Draws how far an import is, at most ten times a second. */
export function createImportPrinter({ write, width, nowMs }: ImportPrinterOptions): ImportPrinter {
  let drawnAtMs = Number.NEGATIVE_INFINITY;
  let isDrawn = false;
  return {
    show: (progress) => {
      const now = nowMs();
      if (now - drawnAtMs < REDRAW_MS) return;
      drawnAtMs = now;
      isDrawn = true;
      write(`${CLEAR_LINE}${formatProgress(progress, (width ?? WIDTH_DEFAULT) - 1)}`);
    },
    end: () => {
      if (isDrawn) write(CLEAR_LINE);
    },
  };
}

/** `[#####-----]  42 %  3 of 9 files  1.2 GiB  12,345 records`, as much of it as there is room for. */
export function formatProgress(progress: ImportProgress, room: number): string {
  const { bytesRead, bytesTotal, sourceIndex, sources, records } = progress;
  const share = bytesTotal > 0 ? Math.min(1, bytesRead / bytesTotal) : sourceIndex / Math.max(1, sources);
  const filled = Math.floor(share * BAR_WIDTH);
  const parts = [
    `[${"#".repeat(filled)}${"-".repeat(BAR_WIDTH - filled)}] ${String(Math.floor(share * 100)).padStart(3)} %`,
    `${Math.min(sourceIndex + 1, sources)} of ${sources}`,
    `${records.toLocaleString("en")} records`,
    ...(bytesTotal > 0 ? [formatBytes(bytesRead)] : []),
  ];
  let line = "";
  for (const part of parts) {
    const longer = line === "" ? part : `${line}  ${part}`;
    if (textWidth(longer) > room) break;
    line = longer;
  }
  return line;
}
