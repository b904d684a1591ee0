export { type CallError, describeFailure, type FailureContext } from "./call-failure.ts";
export { type Deadline, startDeadline } from "./deadline.ts";
export { type Exchange, newExchange } from "./exchange.ts";
export { countOf, type ForeignObject, isForeignObject, optionalCountOf } from "./foreign-data.ts";
export { type FetchFunction, guardedFetch } from "./guarded-fetch.ts";
export { plainLine } from "./plain-line.ts";
export { providerMessage } from "./provider-message.ts";
export { RESPONSE_BYTES_MAX } from "./read-bounded.ts";
export { scrubKey, withoutKey } from "./scrub-key.ts";
