import { rulesModel } from "@metis-curate/core";
import {
  auxiliaryModelContract,
  confirmArchive,
  mergeInto,
  rewriteAs,
  scriptedModel,
  skipCandidate,
} from "@metis-curate/testkit";

auxiliaryModelContract("the rules model", rulesModel);
auxiliaryModelContract("the scripted model", () =>
  scriptedModel({
    answers: ({ purpose }) => {
      switch (purpose) {
        case "archive":
          return confirmArchive();
        case "consolidate":
          return mergeInto("first-skill", ["second-skill"]);
        case "rewrite":
          return rewriteAs("# Steps\n\nDo it.\n");
        case "edit":
          return skipCandidate();
      }
    },
  }),
);
