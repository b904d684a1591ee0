const URL_PATTERN = /\b[a-z][a-z0-9+.-]*:\/\/[^\s<>"'`\])}]+/gi;

/** The distinct URLs of a text, without the punctuation that ends a sentence. */
export function findUrls(text: string): readonly string[] {
  const urls = [...text.matchAll(URL_PATTERN)].map((match) => match[0].replace(/[.,;:!?*_]+$/, ""));
  return [...new Set(urls)];
}

export function withoutUrls(text: string): string {
  return text.replace(URL_PATTERN, " ");
}
