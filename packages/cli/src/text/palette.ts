/** Wraps finished text in colour codes, or returns it unchanged. */
export type Paint = (text: string) => string;

export interface Palette {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly cyan: Paint;
}

/**
 * True when colour codes may be written to a stream. `NO_COLOR` (no-color.org) wins over everything, then
 * `FORCE_COLOR` (`0` and `false` switch off), then the stream must be a terminal that is not `dumb`.
 */
export function allowsColor(env: Readonly<Record<string, string | undefined>>, isTty: boolean): boolean {
  const noColor = env["NO_COLOR"];
  if (noColor !== undefined && noColor !== "") return false;
  const force = env["FORCE_COLOR"];
  if (force !== undefined) return force !== "0" && force !== "false";
  return isTty && env["TERM"] !== "dumb";
}

/** The colours of one stream; without `color` every one returns its text unchanged. */
export function createPalette(color: boolean): Palette {
  const paint =
    (open: number, close: number): Paint =>
    (text) =>
      color && text !== "" ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    cyan: paint(36, 39),
  };
}
