import { parseSkillDocument, type SkillSource, type SkillSourceAnswer } from "@metis-curate/core";
import { GithubClient } from "../github/github-client.ts";
import { inBatches } from "../github/in-batches.ts";
import { isForeignObject, textOf } from "../http/foreign-data.ts";
import type { JsonAnswer } from "../http/get-json.ts";
import type { SourceContext } from "../source-context.ts";
import { listItems } from "./list-items.ts";

const REPOSITORY = "anthropics/skills";
const DIRECTORY = "skills";
/** Skills whose description is read. */
const DESCRIBED_MAX = 60;
const AT_ONCE = 6;
/** The descriptions together may take so many times as long as one request. */
const PATIENCE = 2;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}$/u;

interface Listed {
  readonly name: string;
  readonly path: string;
}

/** Everything in `anthropics/skills` (CONTRACTS 13.7), with the descriptions of its skills. */
export function anthropicSkillsSource(context: SourceContext): SkillSource {
  const client = new GithubClient(context);
  return {
    id: "anthropics/skills",
    endpoint: context.addresses.github,
    isCatalog: true,
    search: (_, signal) => listSkills(client, signal),
    // Its addresses are github.com's, which the source of GitHub fetches from.
    handles: () => false,
    fetchSkill: async () => ({ kind: "unusable", message: "fetched as any skill at github.com" }),
  };
}

async function listSkills(client: GithubClient, signal: AbortSignal | undefined): Promise<SkillSourceAnswer> {
  const answer = await listDirectory(client, signal);
  if (answer.kind === "failed") return { kind: "unavailable", message: answer.message };
  const directories = decodeDirectories(answer.value);
  if (directories === null) return { kind: "unavailable", message: "answered in a shape that is not known" };
  const { descriptions, warning } = await describe(client, directories.slice(0, DESCRIBED_MAX), signal);
  const listed = listItems(directories, [], (item) => {
    const { name, path } = item as Listed;
    const sourceUrl = `https://github.com/${REPOSITORY}/tree/HEAD/${encodeURI(path)}`;
    return { sourceUrl, name, description: descriptions.get(path) ?? null };
  });
  if (warning === null || listed.kind !== "found") return listed;
  return { ...listed, warnings: [...listed.warnings, warning], isPartial: true };
}

/** The skills lie in `skills/`; earlier they lay at the top. */
async function listDirectory(client: GithubClient, signal: AbortSignal | undefined): Promise<JsonAnswer> {
  const answer = await client.get(`/repos/${REPOSITORY}/contents/${DIRECTORY}`, signal);
  if (answer.kind !== "failed" || answer.status !== 404) return answer;
  return client.get(`/repos/${REPOSITORY}/contents`, signal);
}

function decodeDirectories(value: unknown): readonly Listed[] | null {
  if (!Array.isArray(value)) return null;
  return value.flatMap((item: unknown) => {
    if (!isForeignObject(item) || item["type"] !== "dir") return [];
    const name = textOf(item["name"]);
    if (name === null || !NAME.test(name)) return [];
    const path = textOf(item["path"]) ?? name;
    return path.split("/").includes("..") ? [] : [{ name, path }];
  });
}

interface Descriptions {
  readonly descriptions: ReadonlyMap<string, string>;
  /** Set when some could not be had. */
  readonly warning: string | null;
}

async function describe(
  client: GithubClient,
  listed: readonly Listed[],
  caller: AbortSignal | undefined,
): Promise<Descriptions> {
  const controller = new AbortController();
  const cancel = () => controller.abort();
  const timer = setTimeout(cancel, client.timeoutMs * PATIENCE);
  caller?.addEventListener("abort", cancel, { once: true });
  const descriptions = new Map<string, string>();
  let missing = 0;
  let reason = "";
  try {
    await inBatches(listed, AT_ONCE, async ({ name, path }) => {
      const url = `/repos/${REPOSITORY}/contents/${encodeURI(path)}/SKILL.md`;
      const answer = await client.getBytes(url, controller.signal);
      if (answer.kind === "failed") {
        if (answer.status === 404) return;
        missing += 1;
        if (reason === "") reason = answer.message;
        if (answer.status === 403 || answer.status === 429) cancel();
        return;
      }
      const document = parseSkillDocument(answer.bytes, name);
      if (document.kind === "skill") descriptions.set(path, document.fields.description);
    });
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener("abort", cancel);
  }
  return {
    descriptions,
    warning: missing === 0 ? null : `${missing} descriptions could not be read: ${reason}`,
  };
}
