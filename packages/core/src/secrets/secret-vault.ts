/** A secret and what stands for it in a request. */
export interface HiddenSecret {
  readonly placeholder: string;
  readonly text: string;
}

/** What a request hides; it never leaves the process. */
export interface SecretVault {
  /** Occurs in no text of the request but in placeholders. */
  readonly id: string;
  readonly secrets: readonly HiddenSecret[];
  /** Texts of the request that only look like placeholders. */
  readonly lookalikes: ReadonlySet<string>;
}

/** For a model that is asked on this machine: nothing is hidden. */
export const EMPTY_VAULT: SecretVault = { id: "", secrets: [], lookalikes: new Set() };
