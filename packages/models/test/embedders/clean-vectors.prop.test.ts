import { expect, test } from "bun:test";
import { useLiteEmbedder } from "@metis-curate/models";
import * as fc from "fast-check";

test("whatever a model gives, the vectors are finite, of one length and as many as texts, or none", async () => {
  const row = fc.oneof(
    fc.array(fc.oneof(fc.double(), fc.float(), fc.constant("1"), fc.constant(null)), { maxLength: 4 }),
    fc.anything(),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 4 }), fc.nat(4), async (rows, count) => {
      const embedder = useLiteEmbedder({ load: async () => ({ embed: async () => rows }) });
      const answer = await embedder.embed(Array<string>(count).fill("a"), "query");
      if (answer.kind === "unavailable") return;
      expect(answer.vectors.length).toBe(count);
      expect(new Set(answer.vectors.map(({ length }) => length)).size).toBeLessThanOrEqual(1);
      for (const vector of answer.vectors) {
        const length = Math.hypot(...vector);
        expect(Math.abs(length - 1) < 1e-3 || length < 1e-30).toBe(true);
      }
    }),
  );
});
