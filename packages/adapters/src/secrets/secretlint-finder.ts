import type { SecretFinder, SecretSpan } from "@metis-curate/core";
import { findByPatterns } from "./further-patterns.ts";
import { mergeSpans } from "./merge-spans.ts";
import { toWholeToken } from "./whole-token.ts";

type Search = (text: string) => Promise<readonly SecretSpan[]>;

const RULE_PREFIX = "@secretlint/secretlint-rule-";
/** Comments in a skill must not switch the search off: its text is a stranger's. */
const COMMENT_RULE = `${RULE_PREFIX}filter-comments`;

/**
 * Returns a finder over the recommended rules of secretlint and a few further patterns, all on this machine. The
 * rules are loaded at the first search. A text that cannot be searched is one span of kind `unsearchable`.
 */
export function secretlintFinder(): SecretFinder {
  let loading: Promise<Search> | undefined;
  return {
    async findSecrets(text) {
      if (text === "") return [];
      try {
        loading ??= loadSearch();
        const search = await loading;
        return mergeSpans([...(await search(text)), ...findByPatterns(text)]);
      } catch {
        return [{ start: 0, end: text.length, kind: "unsearchable" }];
      }
    },
  };
}

async function loadSearch(): Promise<Search> {
  const { lintSource } = await import("@secretlint/core");
  const { rules: recommended } = await import("@secretlint/secretlint-rule-preset-recommend");
  const rules = recommended
    .filter(({ meta }) => meta.id !== COMMENT_RULE)
    .map((rule) => ({ id: rule.meta.id, rule }));
  return async (text) => {
    const { messages } = await lintSource({
      source: { filePath: "SKILL.md", content: text, contentType: "text", ext: ".md" },
      options: { config: { rules } },
    });
    return messages
      .filter(({ type }) => type === "message")
      .map(({ range: [start, end], ruleId }) =>
        toWholeToken(text, { start, end, kind: ruleId.replace(RULE_PREFIX, "") }),
      );
  };
}
