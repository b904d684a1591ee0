import { FileSystemError, type FileSystemErrorKind } from "@metis-curate/core";

const KIND_BY_CODE: Readonly<Record<string, FileSystemErrorKind>> = {
  ENOENT: "not-found",
  EEXIST: "exists",
  ENOTEMPTY: "not-empty",
  ENOTDIR: "not-a-directory",
  EISDIR: "is-a-directory",
  EACCES: "permission-denied",
  EPERM: "permission-denied",
  EROFS: "read-only",
  ENOSPC: "no-space",
  EDQUOT: "no-space",
  EXDEV: "cross-device",
  EMFILE: "too-many-open-files",
  ENFILE: "too-many-open-files",
  ENAMETOOLONG: "name-too-long",
  ELOOP: "link-loop",
  EFBIG: "too-large",
  EBUSY: "busy",
  ETXTBSY: "busy",
};

function findCode(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}

/** Returns the port's error for an error of the platform, with the platform's own as `cause`. */
export function translateError(operation: string, path: string, error: unknown): FileSystemError {
  if (error instanceof FileSystemError) return error;
  const code = findCode(error);
  const kind = code === null ? undefined : KIND_BY_CODE[code];
  return new FileSystemError(kind ?? "io", operation, path, error);
}

/** Returns what `call` returns; whatever it throws becomes a `FileSystemError`. */
export function translated<T>(operation: string, path: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw translateError(operation, path, error);
  }
}

/** True when the platform's error code is one of `codes`. */
export function hasCode(error: unknown, codes: readonly string[]): boolean {
  const code = findCode(error);
  return code !== null && codes.includes(code);
}
