/** A registry of npm's kind on this machine: our packs, and what is installed here for everything else. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { PackedPackage } from "../packaging/pack-packages.ts";
import { type PackageJson, ROOT } from "../packaging/workspace.ts";

export interface LocalRegistry {
  /** Ends with a slash. */
  readonly url: string;
  stop(): Promise<void>;
}

interface Offered {
  readonly json: PackageJson;
  tarball(): Promise<Uint8Array>;
}

type OfferedVersions = ReadonlyMap<string, Offered>;

const MODULES = join(ROOT, "node_modules");
/** Directories that tools keep beside the packages. */
const NO_PACKAGE = /^(?:\.|node_modules$)/;

/** Starts it on 127.0.0.1, at any free port. What neither is packed nor installed here is not found. */
export function startLocalRegistry(packs: readonly PackedPackage[]): LocalRegistry {
  const offered = listOffered(packs);
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: ({ url }) => answer(new URL(url), offered),
  });
  return { url: `http://127.0.0.1:${server.port}/`, stop: () => server.stop(true) };
}

async function answer(url: URL, offered: ReadonlyMap<string, OfferedVersions>): Promise<Response> {
  const [path = "", file] = decodeURIComponent(url.pathname.slice(1)).split("/-/");
  const versions = offered.get(path);
  if (versions === undefined) return new Response("{}", { status: 404 });
  if (file === undefined) return Response.json(await describe(path, versions, url.origin, offered));
  const tarball = await versions.get(file.replace(/\.tgz$/, ""))?.tarball();
  return tarball === undefined ? new Response("", { status: 404 }) : new Response(tarball);
}

async function describe(
  name: string,
  versions: OfferedVersions,
  origin: string,
  offered: ReadonlyMap<string, OfferedVersions>,
): Promise<object> {
  const described = await Promise.all(
    [...versions].map(async ([version, one]) => {
      const bytes = await one.tarball();
      const dist = {
        tarball: `${origin}/${name}/-/${version}.tgz`,
        integrity: `sha512-${createHash("sha512").update(bytes).digest("base64")}`,
        shasum: createHash("sha1").update(bytes).digest("hex"),
      };
      return [version, { ...withoutAbsent(one.json, offered), dist }] as const;
    }),
  );
  const latest = [...versions.keys()].at(-1) ?? "";
  return { name, "dist-tags": { latest }, versions: Object.fromEntries(described) };
}

/** What is optional and was made for another machine is not installed here, so nobody can be given it. */
function withoutAbsent(json: PackageJson, offered: ReadonlyMap<string, OfferedVersions>): PackageJson {
  const {
    optionalDependencies,
    devDependencies: _,
    scripts: __,
    ...rest
  } = json as PackageJson & {
    readonly scripts?: unknown;
  };
  const present = Object.entries(optionalDependencies ?? {}).filter(([name]) => offered.has(name));
  return { ...rest, optionalDependencies: Object.fromEntries(present) } as PackageJson;
}

function listOffered(packs: readonly PackedPackage[]): ReadonlyMap<string, OfferedVersions> {
  const offered = new Map<string, Map<string, Offered>>();
  const offer = (one: Offered): void => {
    const { name, version } = one.json;
    if (typeof name !== "string" || typeof version !== "string") return;
    const versions = offered.get(name) ?? new Map<string, Offered>();
    if (!versions.has(version)) versions.set(version, one);
    offered.set(name, versions);
  };
  for (const { json, tarball } of packs) offer({ json, tarball: once(() => Bun.file(tarball).bytes()) });
  for (const directory of installedDirectories(MODULES)) {
    const json = readJson(directory);
    if (json !== null) offer({ json, tarball: once(() => packDirectory(directory)) });
  }
  return offered;
}

/** Also those that lie within another package, in another version. Our own are packed, not linked. */
function* installedDirectories(modules: string): Generator<string> {
  for (const name of existsSync(modules) ? readdirSync(modules) : []) {
    if (NO_PACKAGE.test(name)) continue;
    const path = join(modules, name);
    const directories = name.startsWith("@") ? readdirSync(path).map((inner) => join(path, inner)) : [path];
    for (const directory of directories) {
      if (realpathSync(directory).startsWith(join(ROOT, "packages"))) continue;
      yield directory;
      yield* installedDirectories(join(directory, "node_modules"));
    }
  }
}

function readJson(directory: string): PackageJson | null {
  try {
    return JSON.parse(readFileSync(join(directory, "package.json"), "utf8")) as PackageJson;
  } catch {
    return null;
  }
}

async function packDirectory(directory: string): Promise<Uint8Array> {
  const files = new Bun.Glob("**/*").scanSync({ cwd: directory, dot: true });
  const own = [...files].filter((path) => !path.startsWith("node_modules/"));
  const entries = own.map((path) => [`package/${path}`, readFileSync(join(directory, path))] as const);
  return new Bun.Archive(Object.fromEntries(entries), { compress: "gzip", level: 1 }).bytes();
}

function once(make: () => Promise<Uint8Array>): () => Promise<Uint8Array> {
  let made: Promise<Uint8Array> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
