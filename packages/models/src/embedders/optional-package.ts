/** A package that may be missing, loaded; or the one line why not. */
export type LoadedPackage<T> =
  | { readonly kind: "loaded"; readonly value: T }
  | { readonly kind: "unavailable"; readonly message: string };

const NOT_FOUND = /^(?:ERR_)?MODULE_NOT_FOUND$/;
const LINE_CHARACTERS_MAX = 160;

/**
 * Returns a loader that loads at its first call and once, however many callers wait for it. A failure is forgotten, so
 * that the next call tries anew. `packages` are named in the hint when they are not installed. Never rejects.
 */
export function loadOnce<T>(
  id: string,
  packages: readonly string[],
  load: () => Promise<T>,
): () => Promise<LoadedPackage<T>> {
  let pending: Promise<LoadedPackage<T>> | null = null;
  const attempt = async (): Promise<LoadedPackage<T>> => {
    try {
      return { kind: "loaded", value: await load() };
    } catch (error) {
      pending = null;
      return { kind: "unavailable", message: whyNot(id, packages, error) };
    }
  };
  return () => {
    pending ??= attempt();
    return pending;
  };
}

function whyNot(id: string, packages: readonly string[], error: unknown): string {
  if (isMissing(error, packages)) {
    return `embedder ${id} is not installed, so skills are matched by words; install ${packages.join(" ")}`;
  }
  return `embedder ${id} cannot be loaded, so skills are matched by words: ${oneLine(error)}`;
}

/** Only of the packages themselves: a file missing inside one is another fault. */
function isMissing(error: unknown, packages: readonly string[]): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return NOT_FOUND.test(String(error.code)) && packages.some((name) => error.message.includes(name));
}

/** What an error says, as part of one line. */
export function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= LINE_CHARACTERS_MAX ? line : `${line.slice(0, LINE_CHARACTERS_MAX)}…`;
}
