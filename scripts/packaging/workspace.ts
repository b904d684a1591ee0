import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The directory of the whole repository. */
export const ROOT = join(import.meta.dir, "../..");

type Words = Readonly<Record<string, string>>;

/** What is read and written of a `package.json`. */
export interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly description?: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly bin?: Words;
  readonly dependencies?: Words;
  readonly optionalDependencies?: Words;
  readonly peerDependencies?: Words;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly devDependencies?: Words;
  readonly [field: string]: unknown;
}

export interface WorkspacePackage {
  /** Absolute. */
  readonly directory: string;
  /** Relative to the repository, `packages/core`. */
  readonly place: string;
  readonly json: PackageJson;
}

/** Reads a `package.json`. Throws when it is none. */
export function readPackageJson(directory: string): PackageJson {
  return JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
}

/** Every package of the workspace, by its place: whoever adds one registers it nowhere. */
export function listPackages(root = ROOT): readonly WorkspacePackage[] {
  const { workspaces } = readPackageJson(root) as unknown as {
    readonly workspaces: { readonly packages: readonly string[] };
  };
  const places = workspaces.packages.flatMap((pattern) =>
    [...new Bun.Glob(`${pattern}/package.json`).scanSync({ cwd: root })].map((file) => dirname(file)),
  );
  return places.toSorted().map((place) => ({
    place,
    directory: join(root, place),
    json: readPackageJson(join(root, place)),
  }));
}
