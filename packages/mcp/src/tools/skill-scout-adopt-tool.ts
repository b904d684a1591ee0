import * as v from "valibot";
import { adoptReport } from "../schemas/scout-schemas.ts";
import { defineTool } from "./tool.ts";
import { withScout } from "./with-scout.ts";

const TARGET_CHARACTERS_MAX = 2_000;
const HASH_CHARACTERS_MAX = 128;

/** CONTRACTS 13.7. Two calls, so that a person can look between them; what is dangerous only the command line adopts. */
export const skillScoutAdoptTool = defineTool({
  name: "skill_scout_adopt",
  title: "Look at a stranger's skill, then adopt it",
  description:
    "Without content_hash: fetches a skill that skill_scout found, scans it for secrets, injection and hidden characters, and writes nothing. Show the findings to the user and ask. With the content_hash of that answer: writes exactly what was shown into the library, as imported, unless something in it is dangerous.",
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: v.strictObject({
    target: v.pipe(
      v.string(),
      v.minLength(1, "say which skill"),
      v.maxLength(TARGET_CHARACTERS_MAX, `at most ${TARGET_CHARACTERS_MAX} characters`),
      v.description("Id, address or name of a skill that skill_scout found."),
    ),
    content_hash: v.optional(
      v.pipe(v.string(), v.maxLength(HASH_CHARACTERS_MAX), v.description("That of the answer without it.")),
    ),
  }),
  output: adoptReport,
  run: ({ target, content_hash }, call) =>
    withScout(call, (scout) =>
      scout.adopt(
        content_hash === undefined ? { target, dryRun: true } : { target, contentHash: content_hash },
        call.signal,
      ),
    ),
});
