/** The operator's rotating log: one line per run (CONTRACTS 10.7). Never throws. */
export interface RunLog {
  append(line: string): void;
}
