import * as v from "valibot";
import { defineKey } from "../config-key.ts";

export const model = defineKey({
  name: "model",
  initial: "anthropic:claude-haiku-4-5",
  allowed: "rules, anthropic:<model>, openai:<model> or openai-compatible:<model>",
  schema: v.pipe(v.string(), v.regex(/^(?:rules|[a-z][a-z0-9-]*:[^\s:]\S*)$/)),
});

export const baseUrl = defineKey({
  name: "base_url",
  initial: null,
  allowed: "an http or https URL, or null",
  schema: v.nullable(v.pipe(v.string(), v.regex(/^https?:\/\/[^\s/]\S*$/))),
});
