import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";

const PACKAGES_DIR = join(import.meta.dir, "../../..");

export interface SourceFile {
  /** Relative to `packages/`. */
  readonly path: string;
  readonly packageName: string;
  readonly text: string;
  /** Module specifiers of all static, dynamic and re-exporting imports. */
  readonly imports: readonly string[];
}

const IMPORT = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*["']([^"'\s;]+)["']/g;

/** Every source file of every package. */
export function readSourceFiles(): readonly SourceFile[] {
  return readdirSync(PACKAGES_DIR).flatMap((packageName) =>
    filesBelow(join(PACKAGES_DIR, packageName, "src")).map((file) => {
      const text = readFileSync(file, "utf8");
      const imports = [...withoutComments(text).matchAll(IMPORT)].map((match) => match[1] ?? "");
      return { path: relative(PACKAGES_DIR, file), packageName, text, imports };
    }),
  );
}

/** The file a relative import leads to, relative to `packages/`. */
export function resolveImport(file: SourceFile, specifier: string): string {
  return normalize(join(dirname(file.path), specifier));
}

export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}

function filesBelow(directory: string): readonly string[] {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
