import { isBuiltin } from "node:module";

const STATEMENT = /(?:^|[;}\n])\s*(?:import|export)\b[^;"'`]*?\bfrom\s*["']([^"']+)["']/g;
const EFFECT = /(?:^|[;}\n])\s*import\s*["']([^"']+)["']/g;
const CALL = /\b(?:import|require\d*)\s*\(\s*["']([^"']+)["']\s*\)/g;

/** The modules that a text names in imports, exports and types: `./a.js`, `node:fs`, `valibot`. */
export function findModuleSpecifiers(text: string): readonly string[] {
  const code = text.replace(/^\s*(?:\/\/.*|\/?\*.*)$/gm, "");
  const found = [STATEMENT, EFFECT, CALL].flatMap((pattern) =>
    [...code.matchAll(pattern)].map((match) => match[1] ?? ""),
  );
  return [...new Set(found)];
}

/** The package a specifier is of: `@a/b/c` is of `@a/b`; null for a file and for what the runtime brings. */
export function packageOf(specifier: string): string | null {
  if (isBuiltin(specifier) || /^(?:\.|\/|bun:|bun$|data:)/.test(specifier)) return null;
  const [scope = "", name = ""] = specifier.split("/");
  return scope.startsWith("@") ? `${scope}/${name}` : scope;
}
