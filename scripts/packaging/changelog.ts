/** The lines of one version in a changelog, without its heading; null where it has none. */
export function findSection(changelog: string, version: string): string | null {
  const lines = changelog.split("\n");
  const from = lines.findIndex(
    (line) => line.startsWith(`## ${version}`) && !/[\w.]/.test(line.charAt(3 + version.length)),
  );
  if (from < 0) return null;
  const to = lines.findIndex((line, at) => at > from && line.startsWith("## "));
  return lines
    .slice(from + 1, to < 0 ? undefined : to)
    .join("\n")
    .trim();
}

/**
 * Puts what changesets wrote for every package into one changelog, below its first heading: each entry once, without the
 * lines that only say that our own packages moved along. A version that is there already is left as it is.
 */
export function mergeChangelogs(
  changelog: string,
  {
    version,
    date,
    packages,
  }: { readonly version: string; readonly date: string; readonly packages: readonly string[] },
): string {
  if (findSection(changelog, version) !== null) return changelog;
  const entries = new Set(packages.flatMap((text) => entriesOf(findSection(text, version) ?? "")));
  if (entries.size === 0) return changelog;
  const section = `## ${version} (${date})\n\n${[...entries].join("\n")}\n`;
  const at = changelog.indexOf("\n## ");
  if (at < 0) return `${changelog.trimEnd()}\n\n${section}`;
  return `${changelog.slice(0, at + 1)}${section}\n${changelog.slice(at + 1)}`;
}

/** Entries begin with a dash and go on, indented. */
function entriesOf(section: string): readonly string[] {
  const entries: string[] = [];
  for (const line of section.split("\n")) {
    if (line.startsWith("- ")) entries.push(line.replace(/^- [0-9a-f]{7}: /, "- "));
    else if (/^ +\S/.test(line) && entries.length > 0) entries.push(`${entries.pop()}\n${line}`);
  }
  return entries.filter(
    (entry) => !/^- Updated dependencies\b/.test(entry) && !/^- @metis-curate\//.test(entry),
  );
}
