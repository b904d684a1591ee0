export { FRAMING_TOKENS, vendorModel } from "./vendor-model.ts";
export type { Rejection, VendorClient, VendorRequest, VendorSpec, Wire } from "./vendor-spec.ts";
