import { expect, test } from "bun:test";
import { unwrapVerdict } from "@metis-curate/models";

const KEEP = '{"action":"keep","reason":"r"}';

test.each([`{"verdict":${KEEP}}`, ` \n{"verdict": ${KEEP} }`, `\`\`\`json\n{"verdict":${KEEP}}\n\`\`\``])(
  "the verdict is taken out of %s",
  (text) => {
    expect(unwrapVerdict(text)).toBe(KEEP);
  },
);

test.each([
  KEEP,
  `\`\`\`json\n${KEEP}\n\`\`\``,
  `{"verdict":${KEEP},"also":1}`,
  '{"verdict":"keep"}',
  `{"verdict":[${KEEP}]}`,
  `{"verdict":null}`,
  `Sure: {"verdict":${KEEP}}`,
  "",
  "{",
])("%s stays as it came", (text) => {
  expect(unwrapVerdict(text)).toBe(text);
});
