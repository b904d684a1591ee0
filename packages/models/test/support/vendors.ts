import type { AuxiliaryModel } from "@metis-curate/core";
import { anthropicModel, type FetchFunction, openAiCompatibleModel } from "@metis-curate/models";
import type { ModelServer } from "@metis-curate/testkit";

/** Like a real key in its form, and nowhere else. */
export const TEST_KEY = "sk-ant-api03-Zk7Qw9Lm2Xv4Bn8Rt6Yp1Hs3";

export interface VendorOptions {
  readonly timeoutMs?: number;
  readonly fetch?: FetchFunction;
}

export interface Vendor {
  readonly name: string;
  readonly keyName: string;
  make(server: Pick<ModelServer, "url" | "openaiUrl">, options?: VendorOptions): AuxiliaryModel;
}

/** Both adapters, to be put through the same tests. */
export const VENDORS: readonly Vendor[] = [
  {
    name: "anthropic",
    keyName: "ANTHROPIC_API_KEY",
    make: ({ url }, options = {}) =>
      anthropicModel({ model: "claude-haiku-4-5", apiKey: TEST_KEY, baseUrl: url, ...options }),
  },
  {
    name: "openai-compatible",
    keyName: "OPENAI_COMPATIBLE_API_KEY",
    make: ({ openaiUrl }, options = {}) =>
      openAiCompatibleModel({
        id: "openai-compatible:local",
        model: "local",
        apiKey: TEST_KEY,
        baseUrl: openaiUrl,
        ...options,
      }),
  },
];
