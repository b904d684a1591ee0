import { isForeignObject } from "../http/foreign-data.ts";
import { getJson, type JsonAnswer } from "../http/get-json.ts";
import type { SourceContext } from "../source-context.ts";
import type { GithubPlace } from "./github-place.ts";
import type { TreeEntry } from "./repository-tree.ts";

/** A listing of a large repository; a blob is base64, a third larger. */
const BYTES_MAX = 12 * 1_048_576;
/** What GitHub says about a file beside its content. */
const ENVELOPE_BYTES = 65_536;

/** Bytes of a file, or the one line why there are none. */
export type BlobAnswer =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "failed"; readonly status: number | null; readonly message: string };

/** GitHub's REST API, as much of it as the sources need. The token goes to its address and to no other. */
export class GithubClient {
  readonly #context: SourceContext;

  constructor(context: SourceContext) {
    this.#context = context;
  }

  get endpoint(): string {
    return this.#context.addresses.github;
  }

  get timeoutMs(): number {
    return this.#context.timeoutMs;
  }

  /** Gets a path such as `/search/repositories?q=…`. Never throws. */
  get(path: string, signal: AbortSignal | undefined, bytesMax = BYTES_MAX): Promise<JsonAnswer> {
    const { fetch, timeoutMs, addresses } = this.#context;
    const headers = { "x-github-api-version": "2022-11-28", ...this.#authorization() };
    return getJson(`${addresses.github}${path}`, { fetch, timeoutMs, headers, bytesMax, signal });
  }

  /** Gets a file of a listing by its hash; one that is much larger than listed is given up. */
  getBlob(
    { owner, repository }: Pick<GithubPlace, "owner" | "repository">,
    { sha, size }: Pick<TreeEntry, "sha" | "size">,
    signal: AbortSignal | undefined,
  ): Promise<BlobAnswer> {
    return this.getBytes(`/repos/${owner}/${repository}/git/blobs/${sha}`, signal, 2 * size + ENVELOPE_BYTES);
  }

  /** Gets a file's bytes from a path that answers with base64 (`/git/blobs/…`, `/contents/…`). */
  async getBytes(path: string, signal: AbortSignal | undefined, bytesMax = BYTES_MAX): Promise<BlobAnswer> {
    const answer = await this.get(path, signal, bytesMax);
    if (answer.kind === "failed") return answer;
    const { value } = answer;
    const content = isForeignObject(value) && value["encoding"] === "base64" ? value["content"] : null;
    if (typeof content !== "string") {
      return { kind: "failed", status: null, message: "answered without the file's content" };
    }
    return { kind: "bytes", bytes: new Uint8Array(Buffer.from(content, "base64")) };
  }

  #authorization(): Readonly<Record<string, string>> {
    const { githubToken, addresses } = this.#context;
    const url = new URL(addresses.github);
    const isPrivate = url.protocol === "https:" || ["127.0.0.1", "[::1]", "localhost"].includes(url.hostname);
    return githubToken === null || !isPrivate ? {} : { authorization: `Bearer ${githubToken}` };
  }
}
