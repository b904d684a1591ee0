import type { Diagnostic, DiagnosticKind } from "./skill.ts";

export interface TextPosition {
  /** From 1. */
  readonly line: number;
  /** From 1, in code points. */
  readonly column: number;
}

export function diagnosticOf(kind: DiagnosticKind, message: string, position?: TextPosition): Diagnostic {
  return { kind, message, ...position };
}
