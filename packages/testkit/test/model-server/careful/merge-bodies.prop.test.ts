import { expect, test } from "bun:test";
import { checkRetention } from "@metis-curate/core";
import fc from "fast-check";
import { splitBlocks } from "../../../src/model-server/careful/body-blocks.ts";
import { mergeBodies } from "../../../src/model-server/careful/merge-bodies.ts";

const line = fc.constantFrom(
  "Read the change first.",
  "- Run `git status --short` twice.",
  "2. See https://example.org/guide for more.",
  "   more of the same",
  "## Steps",
  "# Title",
  "",
  "```sh\ngit diff --stat\nls docs\n```",
  "  ```\n  inner\n\n  - not a list\n  ```",
  "~~~py\nprint('# no heading')\n~~~",
  "See `references/style.md`.",
  "Look into docs/plan.md.",
  "> quoted",
);
const body = fc.array(line, { minLength: 1, maxLength: 14 }).map((lines) => `${lines.join("\n")}\n`);

const collapse = (text: string): string => text.replace(/\s+/g, " ").trim();

// A heading whose whole section is there already is left out, so a body of nothing but headings may lose words.
test("a merged body keeps every item of every member, and every line but headings", () => {
  fc.assert(
    fc.property(fc.array(body, { minLength: 2, maxLength: 4 }), (bodies) => {
      const files = [{ path: "references/style.md", hash: "0" }];
      const members = bodies.map((text, at) => ({ name: `m${at}`, body: text, files }));
      const { body: merged, dropped } = mergeBodies(bodies, ["references/style.md"]);
      expect(dropped).toEqual([]);
      const { missing, reasons } = checkRetention(members, merged, [], 1);
      expect({ missing, reasons: reasons.filter((reason) => !reason.includes("content words")) }).toEqual({
        missing: [],
        reasons: [],
      });
      const lines = bodies.flatMap((text) => text.split("\n")).map(collapse);
      for (const one of lines.filter((text) => !/^#{1,2} /.test(text))) {
        expect(collapse(merged)).toContain(one);
      }
    }),
  );
});

test("a body is split without loss but of blank lines between blocks", () => {
  fc.assert(
    fc.property(body, (text) => {
      const words = (value: string) =>
        value
          .split("\n")
          .map((one) => one.trimEnd())
          .filter((one) => one !== "");
      const blocks = splitBlocks(text).map((block) => block.text);
      expect(words(blocks.join("\n"))).toEqual(words(text));
    }),
  );
});
