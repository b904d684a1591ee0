import { afterAll } from "bun:test";
import {
  auxiliaryModelContract,
  confirmArchive,
  mergeInto,
  modelServer,
  replyWith,
  rewriteAs,
  skipCandidate,
  worstTokens,
} from "@metis-curate/testkit";
import { VENDORS } from "../support/vendors.ts";

const server = await modelServer({
  countTokens: worstTokens,
  inputBasis: "body",
  script: ({ system }) => {
    if (system.includes('"action":"archive"')) return replyWith({ verdict: confirmArchive() });
    if (system.includes('"action":"consolidate"'))
      return replyWith(mergeInto("first-skill", ["second-skill"]));
    if (system.includes('"dropped"')) return replyWith({ verdict: rewriteAs("# Steps\n\nDo it.\n") });
    return replyWith(skipCandidate());
  },
});
afterAll(() => server.close());

for (const vendor of VENDORS) auxiliaryModelContract(`the ${vendor.name} model`, () => vendor.make(server));
