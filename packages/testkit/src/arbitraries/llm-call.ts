import type { Payload } from "@metis-curate/core";
import fc from "fast-check";

/** An amount as JSON may hold it, in all the ways other programs write it, and some that are no amount. */
const costValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 2_000_000 }).map((micro) => (micro / 1e6).toFixed(6)) },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 2_000_000 }).map((micro) => micro / 1e6) },
  fc.tuple(fc.nat(999_999), fc.bigInt({ min: 0n, max: 10n ** 15n })).map(([usd, rest]) => `${usd}.${rest}`),
  fc.constantFrom(
    "1E-7",
    "2.5e-05",
    "1e+2",
    "0E-12",
    1e-7,
    0.1 + 0.2,
    0.1,
    0.2,
    "0.1",
    "0.2",
    12,
    "12",
    "007.50",
  ),
  fc.constantFrom(
    -1,
    "-1",
    "",
    "abc",
    "1.",
    ".5",
    "1.2.3",
    "1,00",
    "1e",
    "e5",
    "1e9999",
    1e300,
    1e6,
    "1000000",
  ),
  fc.constantFrom(null, true, [1], { usd: 1 }, "9".repeat(70), " 1", "1 ", "+1"),
);

const tokensValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: fc.nat(5_000) },
  fc.constantFrom(null, -1, 1.5, "12", true, 1e12, 1_000_000_000, 3.0, []),
);

const latencyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: fc.nat(90_000).map((tenths) => tenths / 10) },
  fc.constantFrom(null, -1, "12", 1e300, 0.0004, 0.0006),
);

const nameValue = (...names: readonly string[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...names) },
    fc.constantFrom(null, "", 7, 'ünï "q" \\ 🎉', ["model-1"]),
  );

/** The payload of an `llm.call_completed` that another program wrote, with any field missing or of another kind. */
export const llmCallPayload: fc.Arbitrary<Payload> = fc.record(
  {
    model: nameValue("model-1", "model-2"),
    provider: nameValue("anthropic", "openai"),
    input_tokens: tokensValue,
    output_tokens: tokensValue,
    cached_input_tokens: tokensValue,
    cache_creation_input_tokens: tokensValue,
    cost_usd: costValue,
    latency_ms: latencyValue,
    gateway_key_id: nameValue("key-1", "key-2"),
    user_id: nameValue("user-1", "user-2"),
    team_id: nameValue("team-1"),
    parent_session_id: nameValue("session-1", "session-parent"),
  },
  { requiredKeys: [] },
);
