/** What came of one command of a storm. */
export interface StormLine {
  readonly argv: readonly string[];
  readonly exitCode: number;
  readonly stderr: string;
  readonly ms: number;
}
