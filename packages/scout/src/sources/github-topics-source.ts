import type { SkillSource, SkillSourceAnswer, SkillSourceQuery, SourcedSkill } from "@metis-curate/core";
import { fetchGithubSkill } from "../github/fetch-skill.ts";
import { GithubClient } from "../github/github-client.ts";
import { isRepository, parseGithubUrl } from "../github/github-place.ts";
import { isForeignObject, textOf } from "../http/foreign-data.ts";
import type { SourceContext } from "../source-context.ts";
import { listItems } from "./list-items.ts";

const TOPICS = ["claude-code-skills", "agent-skills"];
/** GitHub takes five operators in a query. */
const WORDS_MAX = 5;
const PAGE_MAX = 100;

/** Repositories of GitHub by topic (CONTRACTS 13.7). Also fetches any skill from an address at github.com. */
export function githubTopicsSource(context: SourceContext): SkillSource {
  const client = new GithubClient(context);
  return {
    id: "github",
    endpoint: context.addresses.github,
    isCatalog: false,
    search: async (query, signal) =>
      joinAnswers(await Promise.all(TOPICS.map((topic) => searchTopic(client, topic, query, signal)))),
    handles: (url) => parseGithubUrl(url) !== null,
    fetchSkill: async (url, signal) => {
      const place = parseGithubUrl(url);
      return place === null
        ? { kind: "unusable", message: "the address names no skill at github.com" }
        : await fetchGithubSkill(client, place, signal);
    },
  };
}

async function searchTopic(
  client: GithubClient,
  topic: string,
  query: SkillSourceQuery,
  signal: AbortSignal | undefined,
): Promise<SkillSourceAnswer> {
  const parameters = new URLSearchParams({
    q: [anyOf(query.words), `topic:${topic}`].filter((part) => part !== "").join(" "),
    per_page: String(Math.min(query.limit, PAGE_MAX)),
  });
  const answer = await client.get(`/search/repositories?${parameters}`, signal);
  if (answer.kind === "failed") return { kind: "unavailable", message: answer.message };
  const listed = listItems(answer.value, ["items"], decodeRepository);
  if (listed.kind !== "found" || !isForeignObject(answer.value)) return listed;
  if (answer.value["incomplete_results"] !== true) return listed;
  return {
    ...listed,
    warnings: [...listed.warnings, `did not look through all of ${topic}`],
    isPartial: true,
  };
}

/** All of many words are found nowhere. Nothing of a query may read as a qualifier. */
function anyOf(words: readonly string[]): string {
  const plain = words
    .map((word) => word.replace(/[^\p{L}\p{N}_-]/gu, ""))
    .filter((word) => word !== "" && !/^(?:and|or|not)$/i.test(word) && !word.startsWith("-"));
  return plain.slice(0, WORDS_MAX).join(" OR ");
}

function decodeRepository(item: unknown): SourcedSkill | null {
  if (!isForeignObject(item)) return null;
  const fullName = textOf(item["full_name"]) ?? "";
  const [owner, repository = "", ...rest] = fullName.split("/");
  if (!isRepository(owner, repository) || rest.length > 0) return null;
  return {
    sourceUrl: `https://github.com/${owner}/${repository}`,
    name: textOf(item["name"]) ?? repository,
    description: textOf(item["description"]),
  };
}

/** One topic may fail: the other stands. */
function joinAnswers(answers: readonly SkillSourceAnswer[]): SkillSourceAnswer {
  const failed = answers.flatMap((answer) => (answer.kind === "unavailable" ? [answer.message] : []));
  const [message] = failed;
  if (message !== undefined && failed.length === answers.length) return { kind: "unavailable", message };
  const found = answers.flatMap((answer) => (answer.kind === "found" ? [answer] : []));
  const skills = new Map(found.flatMap((answer) => answer.skills.map((skill) => [skill.sourceUrl, skill])));
  return {
    kind: "found",
    skills: [...skills.values()],
    warnings: [...new Set([...failed, ...found.flatMap(({ warnings }) => warnings)])],
    isPartial: failed.length > 0 || found.some(({ isPartial }) => isPartial === true),
  };
}
