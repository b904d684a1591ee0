import { expect, test } from "bun:test";
import { type TransformersModule, transformersEmbedder } from "@metis-curate/models";

interface Seen {
  readonly models: string[];
  readonly batches: (readonly string[])[];
}

/** As the package behaves: a pipeline that gives one tensor of a row per text. */
function fakeModule(seen: Seen, rowOf = (text: string): unknown => [text.length, 1]): TransformersModule {
  return {
    pipeline: async (_task, model) => {
      seen.models.push(model);
      return async (texts) => {
        seen.batches.push(texts);
        return { tolist: () => texts.map(rowOf) };
      };
    },
  };
}

function newSeen(): Seen {
  return { models: [], batches: [] };
}

test("nothing is loaded before the first text, and then once", async () => {
  const seen = newSeen();
  const embedder = transformersEmbedder({ model: "some-model", load: async () => fakeModule(seen) });
  await embedder.embed([], "query");
  expect(seen.models).toEqual([]);
  await Promise.all([embedder.embed(["a"], "query"), embedder.embed(["b"], "document")]);
  expect(seen.models).toEqual(["Xenova/some-model"]);
});

test("vectors come batch after batch, in the order of the texts", async () => {
  const seen = newSeen();
  const embedder = transformersEmbedder({ model: "me/mine", load: async () => fakeModule(seen) });
  const texts = Array.from({ length: 20 }, (_, index) => "x".repeat(index));
  const answer = await embedder.embed(texts, "document");
  expect(seen.batches.map(({ length }) => length)).toEqual([16, 4]);
  expect(seen.models).toEqual(["me/mine"]);
  const ratios = answer.kind === "vectors" ? answer.vectors.map(([x = 0, y = 1]) => Math.round(x / y)) : [];
  expect(ratios).toEqual(texts.map(({ length }) => length));
});

test("a model that tells questions from texts is told which is which", async () => {
  const seen = newSeen();
  const embedder = transformersEmbedder({
    model: "Xenova/multilingual-e5-small",
    load: async () => fakeModule(seen),
  });
  await embedder.embed(["a"], "query");
  await embedder.embed(["a"], "document");
  expect(seen.batches).toEqual([["query: a"], ["passage: a"]]);
});

test("the package that is not installed is a hint", async () => {
  const answer = await transformersEmbedder({ model: "some-model" }).embed(["a"], "query");
  expect(answer).toEqual({
    kind: "unavailable",
    message:
      "embedder transformers:some-model is not installed, so skills are matched by words; install @huggingface/transformers",
  });
});

test("weights that cannot be fetched are a line, and are tried again", async () => {
  let calls = 0;
  const seen = newSeen();
  const embedder = transformersEmbedder({
    model: "some-model",
    load: async () => {
      calls++;
      if (calls === 1) throw new Error("fetch failed\nat somewhere");
      return fakeModule(seen);
    },
  });
  expect(await embedder.embed(["a"], "query")).toMatchObject({
    kind: "unavailable",
    message: expect.stringMatching(
      /^embedder transformers:some-model cannot be loaded.*fetch failed at somewhere$/,
    ),
  });
  expect((await embedder.embed(["a"], "query")).kind).toBe("vectors");
});

test.each<[string, unknown]>([
  ["no rows", null],
  ["not a number", [Number.NaN, 1]],
  ["an empty row", []],
])("a model that gives %s gives no vectors", async (_, row) => {
  const embedder = transformersEmbedder({
    model: "m",
    load: async () => fakeModule(newSeen(), () => row),
  });
  expect((await embedder.embed(["a"], "query")).kind).toBe("unavailable");
});

test("a model that fails in the middle gives no vectors", async () => {
  const load = async (): Promise<TransformersModule> => ({
    pipeline: async () => async () => {
      throw new Error("out of memory");
    },
  });
  const answer = await transformersEmbedder({ model: "m", load }).embed(["a"], "query");
  expect(answer).toMatchObject({ kind: "unavailable", message: expect.stringContaining("out of memory") });
});
