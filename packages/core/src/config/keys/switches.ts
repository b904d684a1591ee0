import * as v from "valibot";
import { defineKey } from "../config-key.ts";

export const enabled = defineKey({
  name: "enabled",
  initial: true,
  allowed: "true or false, without quotes",
  schema: v.boolean(),
  workspace: { allowed: () => "a workspace's file may only set false", permits: (value) => !value },
});

export const claim = defineKey({
  name: "claim",
  initial: "ask",
  allowed: "ask or auto",
  schema: v.picklist(["ask", "auto"]),
});
