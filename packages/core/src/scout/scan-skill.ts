import type { SecretFinder } from "../ports/secret-finder.ts";
import { findHiddenCharacters } from "../verdicts/hidden-characters.ts";
import { findInjectionPhrases } from "./injection-phrases.ts";
import type { SkillFinding } from "./skill-scout.ts";

const FINDINGS_PER_FILE_MAX = 20;
/** Controls that a terminal or an agent obeys and a person does not see; tab and line ends are text. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/gu;
/** One chooses how a character looks; a row of them carries a message. */
const SELECTOR_ROW = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{3,}/gu;
/** Files that are not text by nature. */
const MEDIA =
  /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|pdf|ttf|otf|woff2?|docx|pptx|xlsx|mp3|mp4|wav|webm|zip|gz|tar)$/i;
const PROGRAM_STARTS: readonly (readonly number[])[] = [
  [0x7f, 0x45, 0x4c, 0x46],
  [0x4d, 0x5a],
  [0xcf, 0xfa, 0xed, 0xfe],
  [0xfe, 0xed, 0xfa, 0xcf],
  [0xca, 0xfe, 0xba, 0xbe],
];

/**
 * Returns everything in a stranger's files that a person should see before an agent does (CONTRACTS 13.7): secrets,
 * phrases that take over an agent, hidden characters, foreign code, programs. In the order of the files.
 */
export async function scanSkillFiles(
  files: ReadonlyMap<string, Uint8Array>,
  secrets: SecretFinder,
): Promise<readonly SkillFinding[]> {
  const found: SkillFinding[] = [];
  for (const [file, bytes] of files) {
    const text = decodeText(bytes);
    const own = text === null ? [describeBinary(file, bytes)] : await scanText(file, text, secrets);
    found.push(...own.slice(0, FINDINGS_PER_FILE_MAX));
  }
  return found;
}

async function scanText(file: string, text: string, secrets: SecretFinder): Promise<readonly SkillFinding[]> {
  const plain = text.replace(/^\ufeff/, "");
  const spans = await secrets.findSecrets(plain);
  const seen = withoutHidden(plain);
  return [
    ...spans.map(
      ({ start, kind }): SkillFinding => ({
        kind: "secret",
        severity: "danger",
        file,
        line: lineAt(plain, start),
        message: `looks like a secret (${kind})`,
      }),
    ),
    ...findHidden(file, plain),
    ...findInjectionPhrases(file, seen),
    ...(/^#!/.test(plain)
      ? [{ kind: "script", severity: "notice", file, line: 1, message: "is a script" } as const]
      : []),
  ];
}

function findHidden(file: string, text: string): readonly SkillFinding[] {
  const characters = new Set([...findHiddenCharacters(text), ...(text.match(CONTROLS) ?? [])]);
  const rows = text.match(SELECTOR_ROW) ?? [];
  if (characters.size === 0 && rows.length === 0) return [];
  const shown = [...characters].slice(0, 5).map(codePoint);
  const [first] = [...characters, ...rows];
  const names = rows.length > 0 ? [...shown, "rows of variation selectors"] : shown;
  return [
    {
      kind: "hidden-characters",
      severity: "danger",
      file,
      line: first === undefined ? null : lineAt(text, text.indexOf(first)),
      message: `holds characters that nobody sees: ${names.join(", ")}`,
    },
  ];
}

/** What an agent reads once nothing splits the words. */
function withoutHidden(text: string): string {
  const hidden = findHiddenCharacters(text);
  const kept = hidden.size === 0 ? text : [...text].filter((character) => !hidden.has(character)).join("");
  return kept.replace(CONTROLS, "");
}

function describeBinary(file: string, bytes: Uint8Array): SkillFinding {
  const isProgram = PROGRAM_STARTS.some((start) => start.every((byte, at) => bytes[at] === byte));
  return isProgram
    ? { kind: "program", severity: "danger", file, line: null, message: "is a program for a machine" }
    : {
        kind: "unscanned",
        severity: MEDIA.test(file) ? "notice" : "danger",
        file,
        line: null,
        message: "is not text and was not looked into",
      };
}

/** Null for what is not text. A text of another encoding is none. */
function decodeText(bytes: Uint8Array): string | null {
  if (PROGRAM_STARTS.some((start) => start.every((byte, at) => bytes[at] === byte)) && bytes.includes(0)) {
    return null;
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

function lineAt(text: string, at: number): number {
  return text.slice(0, Math.max(0, at)).split(/\r\n|\r|\n/).length;
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
