/** A place in a repository that a skill may be taken from. */
export interface GithubPlace {
  readonly owner: string;
  readonly repository: string;
  /** Branch, tag or commit; `HEAD` where none is named. */
  readonly ref: string;
  /** Directory, or the name that its last part must have; null when the repository as a whole is meant. */
  readonly directory: string | null;
  readonly skillName: string | null;
}

const PART = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/;
const URL_CHARACTERS_MAX = 2_000;

/** Whether two parts name a repository of GitHub. */
export function isRepository(owner: string | undefined, repository: string | undefined): boolean {
  return PART.test(owner ?? "") && PART.test(repository ?? "");
}

/**
 * Returns the place of `https://github.com/o/r`, of `…/tree/<ref>/<directory>`, or of `…/blob/<ref>/<directory>/SKILL.md`;
 * null for any other address.
 */
export function parseGithubUrl(text: string): GithubPlace | null {
  const parts = partsOf(text, ["github.com", "www.github.com"]);
  if (parts === null) return null;
  const [owner = "", rawRepository = "", kind, ref, ...rest] = parts;
  const repository = rawRepository.replace(/\.git$/, "");
  if (!isRepository(owner, repository)) return null;
  const whole = { owner, repository, ref: "HEAD", directory: null, skillName: null };
  if (kind === undefined) return whole;
  if (ref === undefined || rest.includes("..")) return null;
  if (kind === "tree") return { ...whole, ref, directory: rest.join("/") };
  if (kind !== "blob" || rest.at(-1) !== "SKILL.md") return null;
  return { ...whole, ref, directory: rest.slice(0, -1).join("/") };
}

/** Returns the place of `https://skills.sh/<owner>/<repository>/<skill>`; null for any other address. */
export function parseSkillsShUrl(text: string): GithubPlace | null {
  const parts = partsOf(text, ["skills.sh", "www.skills.sh"]);
  const [owner = "", repository = "", skillName, ...rest] = parts ?? [];
  if (!isRepository(owner, repository) || skillName === undefined || rest.length > 0) return null;
  return { owner, repository, ref: "HEAD", directory: null, skillName };
}

/** Decoded parts of the path of an https address at one of the hosts; null for any other text. */
function partsOf(text: string, hosts: readonly string[]): readonly string[] | null {
  if (text.length > URL_CHARACTERS_MAX || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== "https:" || !hosts.includes(url.host) || url.username !== "") return null;
  try {
    const parts = url.pathname
      .split("/")
      .filter((part) => part !== "")
      .map(decodeURIComponent);
    return parts.some((part) => /[/\\\p{C}]/u.test(part)) ? null : parts;
  } catch {
    return null;
  }
}
