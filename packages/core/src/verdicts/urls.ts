const URL_PATTERN = /\b[a-z][a-z0-9+.-]{0,31}:\/\/[^\s<>"'`\])}]+/gi;

/** The distinct URLs of a text, without the punctuation that ends a sentence. */
export function findUrls(text: string): readonly string[] {
  const urls = [...text.matchAll(URL_PATTERN)].map((match) => withoutEndPunctuation(match[0]));
  return [...new Set(urls)];
}

export function withoutUrls(text: string): string {
  return text.replace(URL_PATTERN, " ");
}

function withoutEndPunctuation(url: string): string {
  let end = url.length;
  while (end > 0 && ".,;:!?*_".includes(url[end - 1] ?? " ")) end--;
  return url.slice(0, end);
}
