import type { Refusal } from "@metis-curate/core";

/** The served root cannot be read; the app answers 503 `library_unavailable` with the refusal's line. */
export class LibraryUnavailable extends Error {
  override readonly name = "LibraryUnavailable";
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}
