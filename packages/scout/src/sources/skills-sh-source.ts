import type { SkillSource, SourcedSkill } from "@metis-curate/core";
import { fetchGithubSkill } from "../github/fetch-skill.ts";
import { GithubClient } from "../github/github-client.ts";
import { parseSkillsShUrl } from "../github/github-place.ts";
import { isForeignObject, textOf } from "../http/foreign-data.ts";
import { getJson } from "../http/get-json.ts";
import type { SourceContext } from "../source-context.ts";
import { listItems } from "./list-items.ts";

const BYTES_MAX = 4 * 1_048_576;
const PAGE = "https://skills.sh";
const PATH = /^[A-Za-z0-9._~-]+(?:\/[A-Za-z0-9._~-]+)*$/;
/** It refuses shorter ones. */
const QUERY_CHARACTERS_MIN = 2;

/** The search of skills.sh (CONTRACTS 13.7). Its skills lie in repositories of GitHub, where they are fetched from. */
export function skillsShSource(context: SourceContext): SkillSource {
  const client = new GithubClient(context);
  const base = context.addresses.skillsSh;
  return {
    id: "skills.sh",
    endpoint: base,
    isCatalog: false,
    search: async ({ text, limit }, signal) => {
      if ([...text].length < QUERY_CHARACTERS_MIN) return { kind: "found", skills: [], warnings: [] };
      const parameters = new URLSearchParams({ q: text, limit: String(limit) });
      const { fetch, timeoutMs } = context;
      const answer = await getJson(`${base}/api/search?${parameters}`, {
        fetch,
        timeoutMs,
        bytesMax: BYTES_MAX,
        redirectHosts: base === PAGE ? ["www.skills.sh"] : [],
        signal,
      });
      if (answer.kind === "failed") return { kind: "unavailable", message: answer.message };
      return listItems(answer.value, ["skills", "data", "results"], decodeSkill);
    },
    handles: (url) => parseSkillsShUrl(url) !== null,
    fetchSkill: async (url, signal) => {
      const place = parseSkillsShUrl(url);
      return place === null
        ? { kind: "unusable", message: "the address names no skill at skills.sh that lies in a repository" }
        : await fetchGithubSkill(client, place, signal);
    },
  };
}

/** `{id, skillId, name, installs, source}`, where `source` is `owner/repository` and `id` is both with the skill. */
function decodeSkill(item: unknown): SourcedSkill | null {
  if (!isForeignObject(item)) return null;
  const skillId = textOf(item["skillId"]) ?? textOf(item["slug"]);
  const name = textOf(item["name"]) ?? skillId;
  const source = textOf(item["source"]);
  const path = source === null ? textOf(item["id"]) : `${source}/${skillId ?? textOf(item["name"]) ?? ""}`;
  if (name === null || path === null || !PATH.test(path) || path.split("/").includes("..")) return null;
  return { sourceUrl: `${PAGE}/${path}`, name, description: textOf(item["description"]) };
}
