export { type Cassette, type CassetteRequest, cassetteKey } from "./cassette.ts";
export * from "./cassette-error.ts";
export * from "./recording-fetch.ts";
