/** An element of a page as a browser's parser would see it. */
export interface PageElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Every element of a page, and its text, as a parser of HTML finds them. */
export async function elementsOf(html: string): Promise<readonly PageElement[]> {
  const elements: PageElement[] = [];
  const rewriter = new HTMLRewriter().on("*", {
    element: ({ tagName, attributes }) => {
      elements.push({ tag: tagName.toLowerCase(), attributes: Object.fromEntries(attributes) });
    },
  });
  await rewriter.transform(new Response(html)).text();
  return elements;
}

const URL_ATTRIBUTES = ["href", "src", "action", "formaction", "poster", "srcset"] as const;
const KNOWN_SCRIPTS = /^(?:\.\/|\.\.\/)*assets\/dashboard\.js$/;

/** What in a page could run, load or leave: nothing, if all of it is the dashboard's own. */
export function activeParts(elements: readonly PageElement[]): readonly string[] {
  return elements.flatMap(({ tag, attributes }) => {
    const own = tag === "script" && KNOWN_SCRIPTS.test(attributes["src"] ?? "");
    const bad =
      ["script", "style", "iframe", "object", "embed", "base", "img"].includes(tag) && !own ? [tag] : [];
    const handlers = Object.keys(attributes).filter((key) => key.startsWith("on") || key === "style");
    const links = URL_ATTRIBUTES.filter((key) => key in attributes && !isOwnLink(attributes[key] ?? ""));
    return [...bad, ...handlers, ...links].map((part) => `${tag}: ${part}`);
  });
}

function isOwnLink(link: string): boolean {
  return /^(?:\.{1,2}\/|\?|#)/.test(link);
}
