import { METIS_LAYOUT } from "@metis-curate/core";
import { LAYOUT_ROWS } from "@metis-curate/runtimes";
import { isLeadingVerb, isPlainVerb } from "../argv/verbs.ts";
import type { CommandGuide } from "../help/command-guide.ts";
import { type CompletionValues, valuesOfOperand, valuesOfOption } from "./completion-values.ts";

/** The run has no word of its own; this one stands for it in the scripts. */
export const RUN_WORD = "(run)";

export interface CompletionWord {
  readonly word: string;
  readonly description: string;
}

/** Where the skills of a layout lie, as paths below the workspace or the home directory. */
export interface CompletionLayout {
  readonly name: string;
  readonly workspaceSkills: string;
  readonly homeSkills: string;
  readonly archive: string;
}

/** Everything the three scripts are made from. */
export interface CompletionModel {
  /** Commands behind a workspace, or behind `--global`. */
  readonly verbs: readonly CompletionWord[];
  /** Commands that stand first and take a workspace. */
  readonly leading: readonly CompletionWord[];
  /** Commands that stand first and take none. */
  readonly plain: readonly CompletionWord[];
  /** Options whose value is a word of its own. */
  readonly valueOptions: readonly string[];
  /** By command word. */
  readonly options: ReadonlyMap<string, readonly CompletionWord[]>;
  /** By `option:--layout`, `pin:1` (the first operand of pin), `adopt:*` (any further one). */
  readonly values: ReadonlyMap<string, CompletionValues>;
  readonly layouts: readonly CompletionLayout[];
}

/** Makes the model from the guides of all commands. */
export function buildCompletionModel(guides: readonly CommandGuide[]): CompletionModel {
  const layouts = [METIS_LAYOUT, ...LAYOUT_ROWS.map(({ layout }) => layout)].map((layout) => ({
    name: layout.name,
    workspaceSkills: layout.skills.join("/"),
    homeSkills: (layout.home?.skills ?? layout.skills).join("/"),
    archive: layout.archive.join("/"),
  }));
  const names = layouts.map(({ name }) => name);
  const named = guides.flatMap((guide) => (guide.verb === null ? [] : [{ guide, word: guide.verb }]));
  const wordsOf = (isOne: (word: string) => boolean): readonly CompletionWord[] =>
    named
      .filter(({ word }) => isOne(word))
      .map(({ guide, word }) => ({ word, description: guide.description }));
  return {
    verbs: wordsOf((word) => !isLeadingVerb(word) && !isPlainVerb(word)),
    leading: wordsOf(isLeadingVerb),
    plain: wordsOf(isPlainVerb),
    valueOptions: [...new Set(guides.flatMap((guide) => valueOptionsOf(guide)))],
    options: new Map(guides.map((guide) => [guide.verb ?? RUN_WORD, optionsOf(guide)])),
    values: new Map([...optionValues(guides, names), ...named.flatMap(({ guide }) => operandValues(guide))]),
    layouts,
  };
}

function valueOptionsOf(guide: CommandGuide): readonly string[] {
  return guide.options.filter(({ takesValue }) => takesValue).flatMap(({ names }) => names);
}

function optionsOf(guide: CommandGuide): readonly CompletionWord[] {
  const own = guide.options.flatMap(({ names, description }) => names.map((word) => ({ word, description })));
  return [...own, { word: "--help", description: "Say more about this command" }];
}

function optionValues(
  guides: readonly CommandGuide[],
  layouts: readonly string[],
): readonly (readonly [string, CompletionValues])[] {
  const names = new Set(guides.flatMap(valueOptionsOf));
  return [...names].flatMap((name) => {
    const values = valuesOfOption(name, layouts);
    return values === undefined ? [] : [[`option:${name}`, values] as const];
  });
}

/** The words of a form behind the command: `<skill> ...` takes one or more. */
function operandValues(guide: CommandGuide): readonly (readonly [string, CompletionValues])[] {
  const { verb, form, category } = guide;
  const word = verb ?? RUN_WORD;
  const operands = form.split(" ").slice(form.split(" ").indexOf(word) + 1);
  // A form does not name what may be left out.
  if (operands[0] === "..." && category === "Skills") return [[`${word}:*`, { kind: "skills" }]];
  const named = operands.filter((operand) => operand !== "..." && operand !== "[<workspace>]");
  return named.flatMap((operand, at) => {
    const values = valuesOfOperand(word, operand.replace(/[[\]<>]/g, "").replace(/\.\.\.$/, ""));
    if (values === undefined) return [];
    const isRest = operands.includes("...") && at === named.length - 1;
    return [[`${word}:${at + 1}`, values] as const, ...(isRest ? [[`${word}:*`, values] as const] : [])];
  });
}
