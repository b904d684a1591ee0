import { createHash } from "node:crypto";

/** A repository of GitHub: files by path. A value that starts with `link:` is a symbolic link. */
export interface ServedRepository {
  readonly description?: string | null;
  readonly topics?: readonly string[];
  readonly files: Readonly<Record<string, string | Uint8Array>>;
}

/** A row of the search of skills.sh. */
export interface ServedRow {
  readonly id: string | null;
  readonly skillId: string | null;
  readonly name: string | null;
  readonly installs: number;
  readonly source: string | null;
}

export interface ServedCollections {
  /** By `owner/repository`. */
  readonly repositories?: Readonly<Record<string, ServedRepository>>;
  readonly rows?: readonly ServedRow[];
  /** Answers in the place of a real one; null lets it answer. */
  readonly intercept?: (request: Request, url: URL) => Response | Promise<Response> | null;
}

export interface CollectionServer {
  readonly url: string;
  /** Every request that came: its path with query, and its headers. */
  readonly requests: readonly { readonly path: string; readonly headers: Headers }[];
  stop(): Promise<void>;
}

/**
 * Starts a server on 127.0.0.1 that answers as skills.sh (`/api/search`) and as GitHub's REST API (search of
 * repositories, contents, trees, blobs) do, both under one address.
 */
export function startCollectionServer(served: ServedCollections): CollectionServer {
  const requests: { path: string; headers: Headers }[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      const url = new URL(request.url);
      requests.push({ path: `${url.pathname}${url.search}`, headers: request.headers });
      return (await served.intercept?.(request, url)) ?? answer(served, url);
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, requests, stop: () => server.stop(true) };
}

function answer(served: ServedCollections, url: URL): Response {
  const { pathname } = url;
  if (pathname === "/api/search") return searchRows(served.rows ?? [], url);
  const repositories = served.repositories ?? {};
  if (pathname === "/search/repositories") return searchRepositories(repositories, url);
  const [, owner = "", name = "", kind, ...rest] = /^\/repos\/([^/]+)\/([^/]+)\/(.*)$/
    .exec(pathname)
    ?.flatMap((part, at) => (at === 3 ? part.split("/").map(decodeURIComponent) : [part])) ?? [""];
  const repository = repositories[`${owner}/${name}`];
  if (repository === undefined) return notFound();
  if (kind === "contents") return readContents(repository, `${owner}/${name}`, rest.join("/"));
  if (kind === "git" && rest[0] === "trees") return readTree(repository);
  return kind === "git" && rest[0] === "blobs" ? readBlob(repository, rest[1] ?? "") : notFound();
}

function searchRows(rows: readonly ServedRow[], url: URL): Response {
  const query = url.searchParams.get("q") ?? "";
  if ([...query].length < 2)
    return Response.json({ error: "Query must be at least 2 characters" }, { status: 400 });
  return Response.json({ query, searchType: "fuzzy", skills: rows, count: rows.length, duration_ms: 12 });
}

function searchRepositories(repositories: Readonly<Record<string, ServedRepository>>, url: URL): Response {
  const topic = /topic:(\S+)/.exec(url.searchParams.get("q") ?? "")?.[1] ?? "";
  const items = Object.entries(repositories)
    .filter(([, { topics }]) => topics?.includes(topic) === true)
    .map(([fullName, { description = null, topics }], at) => ({
      id: at,
      name: fullName.split("/")[1],
      full_name: fullName,
      private: false,
      owner: { login: fullName.split("/")[0] },
      html_url: `https://github.com/${fullName}`,
      description,
      fork: false,
      stargazers_count: 5,
      language: null,
      topics,
      default_branch: "main",
      score: 1,
    }));
  return Response.json({ total_count: items.length, incomplete_results: false, items });
}

function readContents({ files }: ServedRepository, fullName: string, path: string): Response {
  const file = files[path];
  if (file !== undefined) {
    const bytes = bytesOf(file);
    const content = bytes.toString("base64").replace(/.{60}/g, "$&\n");
    return Response.json({ type: "file", encoding: "base64", size: bytes.length, name: path, path, content });
  }
  const prefix = path === "" ? "" : `${path}/`;
  const below = Object.keys(files).filter((name) => name.startsWith(prefix));
  if (below.length === 0) return notFound();
  const names = new Map(below.map((name) => [name.slice(prefix.length).split("/")[0] ?? "", name]));
  const entries = [...names].map(([name, full]) => ({
    name,
    path: `${prefix}${name}`,
    sha: shaOf(Buffer.from(name)),
    size: 0,
    type: full === `${prefix}${name}` ? "file" : "dir",
    html_url: `https://github.com/${fullName}/tree/main/${prefix}${name}`,
    download_url: null,
  }));
  return Response.json(entries);
}

function readTree({ files }: ServedRepository): Response {
  const directories = new Set(
    Object.keys(files).flatMap((path) =>
      path
        .split("/")
        .slice(0, -1)
        .map((_, at, parts) => parts.slice(0, at + 1).join("/")),
    ),
  );
  const trees = [...directories].map((path) => ({
    path,
    mode: "040000",
    type: "tree",
    sha: shaOf(Buffer.from(path)),
  }));
  const blobs = Object.entries(files).map(([path, file]) => {
    const bytes = bytesOf(file);
    const mode = typeof file === "string" && file.startsWith("link:") ? "120000" : "100644";
    return { path, mode, type: "blob", sha: shaOf(bytes), size: bytes.length };
  });
  return Response.json({ sha: "0".repeat(40), tree: [...trees, ...blobs], truncated: false });
}

function readBlob({ files }: ServedRepository, sha: string): Response {
  const bytes = Object.values(files)
    .map(bytesOf)
    .find((one) => shaOf(one) === sha);
  if (bytes === undefined) return notFound();
  return Response.json({ sha, size: bytes.length, content: bytes.toString("base64"), encoding: "base64" });
}

function bytesOf(file: string | Uint8Array): Buffer {
  return typeof file === "string" ? Buffer.from(file.replace(/^link:/, "")) : Buffer.from(file);
}

/** As git names a blob. */
function shaOf(bytes: Uint8Array): string {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

function notFound(): Response {
  return Response.json(
    { message: "Not Found", documentation_url: "https://docs.github.com/rest" },
    { status: 404 },
  );
}
