/** Code-unit order: the same on every machine and locale. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** What the order of CONTRACTS 6.5 looks at; times in microseconds. */
export interface Staleness {
  readonly lastLoadedAtUs: number | null;
  readonly name: string;
}

/** Stalest first: never loaded, then the oldest last load; ties by name (CONTRACTS 6.5). */
export function compareStaleness(a: Staleness, b: Staleness): number {
  const left = a.lastLoadedAtUs ?? Number.NEGATIVE_INFINITY;
  const right = b.lastLoadedAtUs ?? Number.NEGATIVE_INFINITY;
  if (left !== right) return left < right ? -1 : 1;
  return compareText(a.name, b.name);
}
