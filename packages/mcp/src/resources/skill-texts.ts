import {
  type ListResourcesResult,
  type ReadResourceResult,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import type { McpServing } from "../server/create-mcp-server.ts";
import { decodeVariable, skillUri } from "./skill-uri.ts";

/** Clients show the list to people or models; skill_match is the way through a large library. */
const LISTED_MAX = 1_000;

/** Returns the live skills of every library that can be read, workspace first. */
export async function listSkills({ deps, redactor }: McpServing): Promise<ListResourcesResult> {
  const opened = await deps.open();
  const libraries = opened.ok ? opened.value.libraries : [];
  const lists = await Promise.all(
    libraries.map(async ({ scope, reader }) => {
      const listed = await reader.list();
      if (!listed.ok) return [];
      const live = listed.value.skills.filter(({ state }) => state !== "archived");
      return live.map(({ name, description }) => ({ scope, name, description }));
    }),
  );
  const shown = lists.flat().slice(0, LISTED_MAX);
  const resources = shown.map(async ({ scope, name, description }) => ({
    uri: skillUri(scope, name),
    name: await redactor.text(name),
    title: await redactor.text(name),
    description: await redactor.text(description),
    mimeType: "text/markdown",
  }));
  return { resources: await Promise.all(resources) };
}

/**
 * Returns the text of one skill. The name is looked up among the skills of the library, never used as a path. Throws
 * `ResourceNotFoundError`.
 */
export async function readSkillText(
  { deps, redactor }: McpServing,
  uri: URL,
  variables: Readonly<Record<string, unknown>>,
): Promise<ReadResourceResult> {
  const scope = decodeVariable(variables["scope"]);
  const name = decodeVariable(variables["name"]);
  const opened = await deps.open();
  const library = (opened.ok ? opened.value.libraries : []).find((one) => one.scope === scope);
  const read = library === undefined || name === null ? null : await library.reader.readSkill(name);
  if (read === null || !read.ok || read.value === null) throw new ResourceNotFoundError(uri.href);
  return {
    contents: [{ uri: uri.href, mimeType: "text/markdown", text: await redactor.text(read.value.text) }],
  };
}
