import type { Diagnostic, DiagnosticKind } from "./skill.ts";

export interface TextPosition {
  /** From 1. */
  readonly line: number;
  /** From 1, in code points. */
  readonly column: number;
}

/** Control and bidirectional characters of a stranger's file never reach a terminal. */
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Makes a diagnostic whose message is one printable line. */
export function diagnosticOf(kind: DiagnosticKind, message: string, position?: TextPosition): Diagnostic {
  return { kind, message: message.replace(UNPRINTABLE, "\ufffd"), ...position };
}
