const RELATIVE_SPECIFIER = /(\bfrom\s*|\bimport\s*\(\s*|\bimport\s*)(["'])(\.{1,2}\/[^"']+?)\.tsx?\2/g;

/** Returns a declaration with `./a.ts` and `./a.tsx` of its imports as `./a.js`. */
export function rewriteSpecifiers(text: string): string {
  return text.replace(RELATIVE_SPECIFIER, "$1$2$3.js$2");
}
