const FENCED = /^(`{3,}|~{3,})[\s\S]*?^\1`*$/gm;

/** Where the links and pictures of a Markdown text lead, in order, reference definitions last. */
export function linksOf(text: string): readonly string[] {
  const prose = withoutCode(text);
  const inline = [...prose.matchAll(/\]\((?:<([^>]*)>|([^)\s]+))(?:\s+"[^"]*")?\)/g)];
  const defined = [...prose.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm)];
  const tags = [...prose.matchAll(/\b(?:href|src)="([^"]+)"/g)];
  return [
    ...inline.map((match) => match[1] ?? match[2] ?? ""),
    ...[...defined, ...tags].map(([, link = ""]) => link),
  ];
}

/** The anchors of a text's headings as GitHub makes them, and those set by hand. */
export function anchorsOf(text: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const anchors = new Set<string>();
  for (const [, heading = ""] of text.replace(FENCED, "").matchAll(/^#{1,6} (.*)$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*]/g, "");
    const slug = plain
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-");
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    anchors.add(count === 0 ? slug : `${slug}-${count}`);
  }
  for (const [, id = ""] of text.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(id);
  return anchors;
}

function withoutCode(text: string): string {
  return text.replace(FENCED, "").replace(/(`+)(?:(?!\1)[\s\S])*?\1/g, "");
}
