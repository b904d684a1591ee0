import * as v from "valibot";
import { findBodyFault } from "./body-fault.ts";
import { findConsolidationFault } from "./consolidation-fault.ts";
import type { ConsolidateDossier, Dossier, RewriteDossier } from "./dossier.ts";
import { findAnswerObject } from "./find-answer.ts";
import { oneLine } from "./one-line.ts";
import type { DecodedVerdict, Verdict } from "./verdict.ts";
import {
  ARCHIVE_SCHEMA,
  CONSOLIDATE_AS_DESCRIBED_SCHEMA,
  CONSOLIDATE_SCHEMA,
  EDIT_SCHEMA,
  KEEP_SCHEMA,
  REWRITE_SCHEMA,
  SKIP_SCHEMA,
} from "./verdict-schemas.ts";

/** Longest answer that is looked at, in UTF-16 units. */
export const ANSWER_CHARACTERS_MAX = 2_500_000;

type Answer = Readonly<Record<string, unknown>>;

/**
 * Decodes a model's answer about one candidate (CONTRACTS 8.1, 8.2). It is bare JSON, or JSON in one code fence with
 * text around it; keys are closed. Malformed: prose, several objects, an unknown or missing key, an action that the
 * dossier's purpose does not have, a name outside the candidate, a survivor, archive list or new name against the
 * rules, a body that is no valid skill body. Whether a diff applies and whether a body retains enough is decided by
 * `applyUnifiedDiff` and `checkRetention`. Never throws.
 */
export function decodeVerdict(text: string, dossier: Dossier): DecodedVerdict {
  if (text.length > ANSWER_CHARACTERS_MAX) {
    return malformed(`the answer is longer than ${ANSWER_CHARACTERS_MAX} characters`);
  }
  const found = findAnswerObject(text);
  if (found.kind === "none") return malformed(found.message);
  switch (dossier.purpose) {
    case "archive":
      return decodeArchive(found.value);
    case "consolidate":
      return decodeConsolidate(found.value, dossier);
    case "rewrite":
      return decodeRewrite(found.value, dossier);
    case "edit":
      return decodeEdit(found.value);
  }
}

function decodeArchive(answer: Answer): DecodedVerdict {
  if (answer["action"] === "keep") return check(KEEP_SCHEMA, answer, accept);
  return check(ARCHIVE_SCHEMA, answer, accept);
}

function decodeConsolidate(answer: Answer, dossier: ConsolidateDossier): DecodedVerdict {
  if (answer["action"] === "skip") return check(SKIP_SCHEMA, answer, accept);
  const schema = keepsDescription(answer, dossier) ? CONSOLIDATE_AS_DESCRIBED_SCHEMA : CONSOLIDATE_SCHEMA;
  return check(schema, answer, (output) => {
    const verdict = {
      action: output.action,
      survivor: output.survivor,
      newSkill: output.new_skill,
      archive: output.archive,
      newDescription: output.new_description,
      rationale: output.rationale,
    };
    const fault = findConsolidationFault(verdict, dossier);
    return fault === null ? accept(verdict) : malformed(fault);
  });
}

function keepsDescription(answer: Answer, { members }: ConsolidateDossier): boolean {
  const survivor = members.find(({ name }) => name === answer["survivor"]);
  return answer["new_skill"] !== true && survivor?.description === answer["new_description"];
}

function decodeRewrite(answer: Answer, dossier: RewriteDossier): DecodedVerdict {
  if (answer["action"] === "skip") return check(SKIP_SCHEMA, answer, accept);
  return check(REWRITE_SCHEMA, answer, ({ body, dropped }) => {
    const before = dossier.members.map((member) => member.body);
    const fault = before.includes(body) ? null : findBodyFault(body, before);
    return fault === null ? accept({ action: "rewrite", body, dropped }) : malformed(fault.message);
  });
}

function decodeEdit(answer: Answer): DecodedVerdict {
  if (answer["action"] === "skip") return check(SKIP_SCHEMA, answer, accept);
  return check(EDIT_SCHEMA, answer, accept);
}

function check<TSchema extends v.GenericSchema>(
  schema: TSchema,
  answer: Answer,
  next: (output: v.InferOutput<TSchema>) => DecodedVerdict,
): DecodedVerdict {
  const result = v.safeParse(schema, answer);
  if (result.success) return next(result.output);
  const [issue] = result.issues;
  const path = v.getDotPath(issue);
  return malformed(oneLine(path === null ? issue.message : `${path}: ${issue.message}`, 200));
}

function accept(verdict: Verdict): DecodedVerdict {
  return { kind: "verdict", verdict };
}

function malformed(message: string): DecodedVerdict {
  return { kind: "malformed", message };
}
