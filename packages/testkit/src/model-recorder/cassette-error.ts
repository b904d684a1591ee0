/**
 * Why a call could not be recorded or replayed.
 * - `in-ci`: recording was asked for where `CI` is set.
 * - `secret-found`: the call or its answer holds a credential; nothing was written.
 * - `not-recorded`: no recording of this call.
 * - `bad-cassette`: the recording is there and cannot be read.
 */
export type CassetteErrorKind = "in-ci" | "secret-found" | "not-recorded" | "bad-cassette";

/** A recorder's refusal, in one line that says what to do. */
export class CassetteError extends Error {
  override readonly name = "CassetteError";
  readonly kind: CassetteErrorKind;

  constructor(kind: CassetteErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
