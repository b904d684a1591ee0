import { parseSkillDocument, SKILL_FILE_BYTES_MAX } from "@metis-curate/core";
import type { FoundDirectory } from "./find-skill-directory.ts";
import type { GithubClient } from "./github-client.ts";
import type { GithubPlace } from "./github-place.ts";
import { inBatches } from "./in-batches.ts";
import type { TreeEntry } from "./repository-tree.ts";

/** Skills of a repository whose names are read. */
const READ_MAX = 80;
const AT_ONCE = 8;

/**
 * Returns the directory whose `SKILL.md` names itself as the place does: skills.sh calls a skill by that name, wherever it
 * lies. Else what `near` said. Never throws.
 */
export async function findByOwnName(
  client: GithubClient,
  place: GithubPlace,
  entries: readonly TreeEntry[],
  near: Extract<FoundDirectory, { kind: "unnamed" }>,
  signal: AbortSignal | undefined,
): Promise<FoundDirectory> {
  const files = new Map(entries.filter(({ kind }) => kind === "file").map((entry) => [entry.path, entry]));
  const read = await inBatches(near.directories.slice(0, READ_MAX), AT_ONCE, async (directory) => {
    const entry = files.get(directory === "" ? "SKILL.md" : `${directory}/SKILL.md`);
    if (entry === undefined || entry.size > SKILL_FILE_BYTES_MAX) return null;
    const answer = await client.getBlob(place, entry, signal);
    if (answer.kind === "failed") return null;
    const document = parseSkillDocument(answer.bytes, directory);
    return document.kind === "skill" && toSlug(document.fields.name ?? "") === toSlug(place.skillName ?? "")
      ? directory
      : null;
  });
  const path = read.find((directory) => directory !== null);
  return path === undefined || path === null ? near : { kind: "directory", path };
}

/** Two names that differ in case, blanks or punctuation alone are one. */
function toSlug(name: string): string {
  return name
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}
