import { type FileSystem, FileSystemError } from "@metis-curate/core";
import fc from "fast-check";

/** One call, as data: paths are relative to the directory the script runs in. */
export type FileSystemCall =
  | { readonly call: "readFile"; readonly path: string; readonly limit: number | undefined }
  | { readonly call: "writeNewFile"; readonly path: string; readonly text: string; readonly mode: number }
  | { readonly call: "mkdir" | "chmod"; readonly path: string; readonly mode: number }
  | { readonly call: "symlink" | "rename"; readonly path: string; readonly to: string }
  | {
      readonly call:
        | "readdir"
        | "lstat"
        | "stat"
        | "realpath"
        | "readlink"
        | "unlink"
        | "rmdir"
        | "fsyncDirectory";
      readonly path: string;
    };

const NAMES = ["a", "b", "c", "é", "..", "."];
const CALLS_MAX = 40;
const LONG_NAME = "n".repeat(256);

function pathArbitrary(longNames: boolean): fc.Arbitrary<string> {
  const name = fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...NAMES.slice(0, 4)) },
    { weight: 2, arbitrary: fc.constantFrom(...NAMES.slice(4)) },
    { weight: longNames ? 1 : 0, arbitrary: fc.constant(LONG_NAME) },
  );
  // A script stays in its directory: no path may end in, or climb by, `..` from the top.
  return fc
    .array(name, { minLength: 1, maxLength: 3 })
    .map((names) => names.join("/"))
    .filter((path) => !path.startsWith(".") && !path.endsWith(".") && !path.includes("../.."));
}

/** Scripts of calls over a few names, so that calls meet each other's results. */
export function fileSystemScriptArbitrary(): fc.Arbitrary<readonly FileSystemCall[]> {
  const path = pathArbitrary(true);
  // Whether a missing source or a target's long name is reported first differs between file systems.
  const renamePath = pathArbitrary(false);
  const mode = fc.constantFrom(0o755, 0o700, 0o644, 0o600, 0o555, 0o444, 0o300, 0o000);
  const text = fc.constantFrom("", "x", "two\nlines\n", "é");
  const limit = fc.constantFrom(undefined, 0, 1, 100);
  const plain = fc.constantFrom(
    "readdir" as const,
    "lstat" as const,
    "stat" as const,
    "realpath" as const,
    "readlink" as const,
    "unlink" as const,
    "rmdir" as const,
    "fsyncDirectory" as const,
  );
  const target = fc.oneof(path, fc.constantFrom("../a", "nowhere", "a/b"));
  const call: fc.Arbitrary<FileSystemCall> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ call: fc.constant("writeNewFile" as const), path, text, mode }) },
    { weight: 5, arbitrary: fc.record({ call: fc.constant("mkdir" as const), path, mode }) },
    { weight: 1, arbitrary: fc.record({ call: fc.constant("chmod" as const), path, mode }) },
    { weight: 3, arbitrary: fc.record({ call: fc.constant("symlink" as const), path, to: target }) },
    {
      weight: 4,
      arbitrary: fc.record({ call: fc.constant("rename" as const), path: renamePath, to: renamePath }),
    },
    { weight: 2, arbitrary: fc.record({ call: fc.constant("readFile" as const), path, limit }) },
    { weight: 8, arbitrary: fc.record({ call: plain, path }) },
  );
  return fc.array(call, { minLength: 1, maxLength: CALLS_MAX });
}

/** `base` is a real path, taken out of results so that two file systems can be compared. */
function perform(fs: FileSystem, base: string, call: FileSystemCall): unknown {
  const path = `${base}/${call.path}`;
  switch (call.call) {
    case "readFile":
      return Buffer.from(fs.readFile(path, call.limit)).toString("hex");
    case "writeNewFile":
      return fs.writeNewFile(path, new TextEncoder().encode(call.text), call.mode);
    case "mkdir":
      return fs.mkdir(path, call.mode);
    case "chmod":
      return fs.chmod(path, call.mode);
    case "symlink":
      return fs.symlink(call.to, path);
    case "rename":
      return fs.rename(path, `${base}/${call.to}`);
    case "lstat":
    case "stat": {
      const info = fs[call.call](path);
      return { kind: info.kind, mode: info.mode, size: info.kind === "directory" ? null : info.size };
    }
    case "realpath":
      return fs.realpath(path).slice(base.length);
    case "readdir":
    case "readlink":
    case "unlink":
    case "rmdir":
    case "fsyncDirectory":
      return fs[call.call](path);
  }
}

/** Runs one call; an error of the port becomes its kind, anything else thrown is passed on. */
export function runFileSystemCall(fs: FileSystem, base: string, call: FileSystemCall): unknown {
  try {
    return { value: perform(fs, base, call) ?? null };
  } catch (error) {
    if (error instanceof FileSystemError) return { error: error.kind };
    throw error;
  }
}
