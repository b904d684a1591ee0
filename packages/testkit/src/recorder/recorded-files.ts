import { type FileSystem, FileSystemError } from "@metis-curate/core";
import { FILE_SYSTEM_READS, type FileSystemOperation, observedFileSystem } from "../file-system/index.ts";
import type { Gate } from "./gate.ts";

/** Every write to `fs` is an effect of the gate. */
export function recordedFiles(fs: FileSystem, gate: Gate): FileSystem {
  const reading = observedFileSystem(fs, (operation, path) => {
    if (FILE_SYSTEM_READS.includes(operation)) gate.assertAlive(`${operation} ${path}`);
  });
  const write = <A extends readonly unknown[]>(
    operation: FileSystemOperation,
    call: (path: string, ...rest: A) => void,
  ) => {
    return (path: string, ...rest: A): void => {
      const name = `${operation} ${path}`;
      const fail = () => new FileSystemError(gate.cut?.fileError ?? "io", operation, path);
      const diesAfter = gate.enter(name, fail);
      call(path, ...rest);
      if (diesAfter) gate.die(name);
    };
  };
  return {
    ...reading,
    writeNewFile: write("writeNewFile", (path, bytes: Uint8Array, mode?: number) =>
      fs.writeNewFile(path, bytes, mode),
    ),
    mkdir: write("mkdir", (path, mode?: number) => fs.mkdir(path, mode)),
    symlink: write("symlink", (target, path: string) => fs.symlink(target, path)),
    rename: write("rename", (from, to: string) => fs.rename(from, to)),
    unlink: write("unlink", (path) => fs.unlink(path)),
    rmdir: write("rmdir", (path) => fs.rmdir(path)),
    chmod: write("chmod", (path, mode: number) => fs.chmod(path, mode)),
    fsyncDirectory: write("fsyncDirectory", (path) => fs.fsyncDirectory(path)),
  };
}
