import { isForeignObject, textOf } from "../http/foreign-data.ts";
import type { GithubClient } from "./github-client.ts";
import type { GithubPlace } from "./github-place.ts";

/** An entry of a repository as git has it. */
export interface TreeEntry {
  readonly path: string;
  readonly kind: "file" | "link" | "module";
  readonly sha: string;
  readonly size: number;
}

export type TreeAnswer =
  | { readonly kind: "tree"; readonly entries: readonly TreeEntry[] }
  | { readonly kind: "unusable" | "unavailable"; readonly message: string };

const SHA = /^[0-9a-fA-F]{6,64}$/;
const LINK_MODE = "120000";

/** Lists everything in a repository at once. `unusable`: too large to be listed whole. Never throws. */
export async function readTree(
  client: GithubClient,
  { owner, repository, ref }: GithubPlace,
  signal: AbortSignal | undefined,
): Promise<TreeAnswer> {
  const path = `/repos/${owner}/${repository}/git/trees/${encodeURIComponent(ref)}?recursive=1`;
  const answer = await client.get(path, signal);
  if (answer.kind === "failed") {
    return { kind: "unavailable", message: `${owner}/${repository}: GitHub ${answer.message}` };
  }
  const { value } = answer;
  if (!isForeignObject(value) || !Array.isArray(value["tree"])) {
    return { kind: "unavailable", message: `${owner}/${repository}: GitHub answered without a listing` };
  }
  if (value["truncated"] === true) {
    return { kind: "unusable", message: `${owner}/${repository} is too large to be listed whole` };
  }
  return { kind: "tree", entries: value["tree"].flatMap(decodeEntry) };
}

function decodeEntry(value: unknown): readonly TreeEntry[] {
  if (!isForeignObject(value) || value["type"] === "tree") return [];
  const path = textOf(value["path"]);
  const sha = textOf(value["sha"]);
  if (path === null || sha === null || !SHA.test(sha)) return [];
  const size = typeof value["size"] === "number" ? value["size"] : 0;
  const isModule = value["type"] !== "blob";
  return [{ path, kind: isModule ? "module" : value["mode"] === LINK_MODE ? "link" : "file", sha, size }];
}
