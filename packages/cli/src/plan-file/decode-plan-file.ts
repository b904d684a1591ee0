import type { PlanFile } from "@metis-curate/core";
import * as v from "valibot";

const CANDIDATES_MAX = 10_000;
const text = v.pipe(v.string(), v.nonEmpty());

const PLAN_FILE = v.object({
  schema_version: v.literal("1"),
  root: text,
  created_at: text,
  candidates: v.pipe(
    v.array(
      v.object({
        action: v.picklist(["archive", "consolidate", "edit"]),
        skills: v.pipe(v.array(text), v.minLength(1)),
        hash: text,
      }),
    ),
    v.maxLength(CANDIDATES_MAX),
  ),
});

export type DecodedPlanFile =
  | { readonly ok: true; readonly plan: PlanFile }
  /** `message` names the place in the file and what is wrong with it. */
  | { readonly ok: false; readonly message: string };

/** Decodes the text of a plan file; unknown fields are ignored, another `schema_version` is refused. */
export function decodePlanFile(content: string): DecodedPlanFile {
  const json = parseJson(content);
  if (json === undefined) return { ok: false, message: "it is not JSON" };
  const result = v.safeParse(PLAN_FILE, json);
  if (result.success) return { ok: true, plan: result.output };
  const [issue] = result.issues;
  const place = v.getDotPath(issue);
  return { ok: false, message: place === null ? issue.message : `${place}: ${issue.message}` };
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
