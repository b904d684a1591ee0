import type { ServedRequest } from "../served-request.ts";

/** One skill as a prompt shows it. */
export interface JudgedSkill {
  readonly name: string;
  readonly description: string;
  /** Whole, or only its beginning. */
  readonly body: string;
  readonly isCut: boolean;
  readonly files: readonly string[];
  readonly loads: number;
  /** The words between the number of the skill and its data. */
  readonly heading: string;
}

/** What a prompt asks, read back from its text alone: what a model can know. */
export interface JudgedPrompt {
  readonly purpose: "archive" | "consolidate" | "rewrite" | "edit";
  readonly skills: readonly JudgedSkill[];
  readonly idleDays: number | null;
  /** Of a patch. */
  readonly failures: readonly {
    readonly tool: string;
    readonly errorClass: string;
    readonly count: number;
  }[];
  readonly toolsSucceeded: readonly string[];
  /** Of a merged body: the skill to write, or the name of a new one. */
  readonly survivor: string | null;
}

const ENCLOSED =
  /^(?<heading>[^\n]*):\n<<<untrusted (?<code>[0-9a-f]+)\n(?<data>[\s\S]*?)\n\k<code> untrusted>>>$/gm;
const SKILL_DATA =
  /^(?:support files:(?<files>[^\n]*(?:\n".*")*(?:\nand \d+ more)?)\n)?name: (?<name>".*")\ndescription: (?<description>".*")\nbody(?<cut>, only its beginning)?:\n(?<body>[\s\S]*)$/;

/** Reads a prompt of the curator; null when it is none. Never throws. */
export function parseJudgedPrompt({ prompt }: Pick<ServedRequest, "prompt">): JudgedPrompt | null {
  const enclosed = [...prompt.matchAll(ENCLOSED)].map(({ groups = {} }) => groups);
  const rest = prompt.replace(ENCLOSED, "");
  const skills = enclosed.flatMap(({ heading = "", data = "" }) => parseSkill(heading, data, rest) ?? []);
  const purpose = purposeOf(
    rest,
    enclosed.map(({ heading = "" }) => heading),
  );
  if (purpose === null || skills.length === 0) return null;
  const tools = enclosed.find(({ heading }) => heading?.startsWith("Failures and tools"))?.["data"] ?? "";
  return {
    purpose,
    skills,
    idleDays: numberAfter(rest, "days without any activity: "),
    ...parseTools(tools),
    survivor: parseSurvivor(rest, skills),
  };
}

function purposeOf(rest: string, headings: readonly string[]): JudgedPrompt["purpose"] | null {
  if (rest.includes("Its activity, as counted:")) return "archive";
  if (headings.some((heading) => heading.startsWith("Failures and tools"))) return "edit";
  if (headings.some((heading) => heading.includes("to be merged, then archived"))) return "rewrite";
  return headings.some((heading) => /^Skill \d+ of \d+/.test(heading)) ? "consolidate" : null;
}

function parseSkill(heading: string, data: string, rest: string): JudgedSkill | null {
  const { groups } = SKILL_DATA.exec(data) ?? {};
  if (groups === undefined) return null;
  const { name = "", description = "", body = "", cut, files = "" } = groups;
  return {
    name: parseQuoted(name),
    description: parseQuoted(description),
    body,
    isCut: cut !== undefined,
    files: [...files.matchAll(/^"(?:[^"\\]|\\.)*"$/gm)].map(([quoted]) => parseQuoted(quoted)),
    loads: numberAfter(heading, "loads ever: ") ?? numberAfter(rest, "loads ever: ") ?? 0,
    heading,
  };
}

function parseTools(data: string): Pick<JudgedPrompt, "failures" | "toolsSucceeded"> {
  const [failed = "", succeeded = ""] = data.split("\nlately succeeded:\n");
  const failures = [...failed.matchAll(/^- ("(?:[^"\\]|\\.)*"): ("(?:[^"\\]|\\.)*"), (\d+) times$/gm)];
  return {
    failures: failures.map(([, tool = "", errorClass = "", count = ""]) => ({
      tool: parseQuoted(tool),
      errorClass: parseQuoted(errorClass),
      count: Number(count),
    })),
    toolsSucceeded: [...succeeded.matchAll(/^- ("(?:[^"\\]|\\.)*")$/gm)].map(([, tool = ""]) =>
      parseQuoted(tool),
    ),
  };
}

function parseSurvivor(rest: string, skills: readonly JudgedSkill[]): string | null {
  const invented = /^Write the body of a new skill named (".*") that takes in all of them\.$/m.exec(
    rest,
  )?.[1];
  if (invented !== undefined) return parseQuoted(invented);
  return skills.find(({ heading }) => heading.includes("(the survivor)"))?.name ?? null;
}

function numberAfter(text: string, label: string): number | null {
  const at = text.indexOf(label);
  const digits = at < 0 ? undefined : /^\d+/.exec(text.slice(at + label.length))?.[0];
  return digits === undefined ? null : Number(digits);
}

function parseQuoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}
