import { join } from "node:path";
import { buildPackages } from "./build-packages.ts";
import { listPackages, type PackageJson, type WorkspacePackage } from "./workspace.ts";

export interface PackedPackage {
  readonly name: string;
  /** Absolute path of the tarball. */
  readonly tarball: string;
  /** As whoever installs it reads it. */
  readonly json: PackageJson;
  /** Text or bytes of every file, by its path inside the package. */
  readonly files: ReadonlyMap<string, File>;
}

/** Above all in a tarball of npm's format. */
const TOP = "package/";

/**
 * Builds and packs every package of the workspace, as it would be published, into a directory. Throws when one cannot be
 * built or packed.
 */
export async function packPackages(destination: string): Promise<readonly PackedPackage[]> {
  await buildPackages();
  return Promise.all(listPackages().map((one) => packOne(one, destination)));
}

async function packOne({ directory, json }: WorkspacePackage, destination: string): Promise<PackedPackage> {
  // The same name for every version, which a caller can put into a manifest.
  const tarball = join(destination, `${json.name.replace("@", "").replace("/", "-")}.tgz`);
  const command = [process.execPath, "pm", "pack", "--ignore-scripts", "--quiet", "--filename", tarball];
  const ran = Bun.spawn(command, { cwd: directory, stdout: "ignore", stderr: "pipe" });
  const said = await new Response(ran.stderr).text();
  if ((await ran.exited) !== 0) throw new Error(`${json.name} cannot be packed:\n${said}`);
  return { name: json.name, tarball, ...(await readTarball(tarball)) };
}

async function readTarball(tarball: string): Promise<Pick<PackedPackage, "json" | "files">> {
  const found = await new Bun.Archive(await Bun.file(tarball).bytes()).files();
  const files = new Map([...found].map(([path, file]) => [path.slice(TOP.length), file]));
  const manifest = files.get("package.json");
  if (manifest === undefined) throw new Error(`${tarball} holds no package.json`);
  return { json: JSON.parse(await manifest.text()) as PackageJson, files };
}
