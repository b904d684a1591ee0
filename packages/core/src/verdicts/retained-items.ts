import { findFileReferences } from "./file-references.ts";
import { type CodeBlock, collapseBlanks, splitMarkdown } from "./markdown.ts";
import { findUrls } from "./urls.ts";

/** Something a merge must not lose: the whole of a code block, a command line, a URL, a reference to a file. */
export interface RetainedItem {
  readonly kind: "code" | "command" | "url" | "file";
  /** Blanks collapsed. */
  readonly text: string;
}

const SHELL_LANGUAGES: ReadonlySet<string> = new Set(
  "bash sh shell zsh fish console terminal shell-session shellsession powershell ps1 cmd bat".split(" "),
);

/** The distinct items of a body (CONTRACTS 8.3). `knownPaths`: files that exist beside any member's SKILL.md. */
export function findRetainedItems(body: string, knownPaths: ReadonlySet<string>): readonly RetainedItem[] {
  const { blocks, text } = splitMarkdown(body);
  const items: RetainedItem[] = [
    ...blocks.map((block) => item("code", block.lines.join("\n"))),
    ...blocks.flatMap(blockCommands).map((command) => item("command", command)),
    ...textCommands(text).map((command) => item("command", command)),
    ...findUrls(body).map((url) => item("url", url)),
    ...findFileReferences(body, knownPaths).map((reference) => item("file", reference.path)),
  ];
  const distinct = new Map(items.map((each) => [`${each.kind} ${each.text}`, each]));
  return [...distinct.values()].filter((each) => each.text !== "");
}

function item(kind: RetainedItem["kind"], text: string): RetainedItem {
  return { kind, text: collapseBlanks(text) };
}

function blockCommands(block: CodeBlock): readonly string[] {
  const lines = joinContinuations(block.lines);
  const prompted = promptedCommands(lines);
  // With a prompt in the block, the other lines are output.
  if (prompted.length > 0 || !SHELL_LANGUAGES.has(block.language)) return prompted;
  return lines.filter((line) => line.trim() !== "" && !/^\s*(?:#|::)/.test(line));
}

function textCommands(lines: readonly string[]): readonly string[] {
  const inline = [...lines.join("\n").matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map((match) => match[1] ?? "");
  return [...promptedCommands(lines), ...inline.filter(isCommandLike)];
}

function promptedCommands(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => /^\s*\$ +(\S.*)$/s.exec(line)?.[1] ?? []);
}

/** A program's name followed by at least one argument. */
function isCommandLike(code: string): boolean {
  return /^(?:\$ {1,8})?[a-z][a-z0-9._+-]*\s+\S/.test(code.trim());
}

function joinContinuations(lines: readonly string[]): readonly string[] {
  const text = lines.join("\n");
  return text.replace(/\\\n/g, "\\ ").split("\n");
}
