/** The text of one request. `system` is the same for all candidates of a purpose, so that providers can cache it. */
export interface Prompt {
  readonly system: string;
  readonly user: string;
}
