import { type FileSystem, FileSystemError } from "../ports/file-system.ts";

export type ResolvedLink =
  | { readonly kind: "inside"; readonly realPath: string; readonly isDirectory: boolean }
  | {
      readonly kind: "escapes-root" | "dangling-link" | "link-cycle" | "unreadable";
      readonly message: string;
    };

function toFailure(error: FileSystemError): ResolvedLink {
  switch (error.kind) {
    case "not-found":
    case "not-a-directory":
      return { kind: "dangling-link", message: "the link leads to nothing; remove it or restore its target" };
    case "link-loop":
      return { kind: "link-cycle", message: "the link leads to itself; remove it" };
    default:
      return { kind: "unreadable", message: `the link cannot be followed: ${error.kind}` };
  }
}

/** Where a link leads; nothing outside of `base` is looked at (CONTRACTS 1.2). */
export function resolveLink(
  fs: Pick<FileSystem, "realpath" | "lstat">,
  base: string,
  path: string,
): ResolvedLink {
  try {
    const realPath = fs.realpath(path);
    if (realPath !== base && !realPath.startsWith(base === "/" ? "/" : `${base}/`)) {
      return { kind: "escapes-root", message: "the link leads out of the workspace; it is not read" };
    }
    return { kind: "inside", realPath, isDirectory: fs.lstat(realPath).kind === "directory" };
  } catch (error) {
    if (error instanceof FileSystemError) return toFailure(error);
    throw error;
  }
}
