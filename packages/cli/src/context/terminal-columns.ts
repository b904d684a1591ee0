/** Returns the width of a stream's terminal; null for no terminal, and for one that does not know (it says 0). */
export function terminalColumns({
  isTTY,
  columns,
}: {
  readonly isTTY?: boolean;
  readonly columns?: number;
}): number | null {
  return isTTY === true && columns !== undefined && columns > 0 ? columns : null;
}
