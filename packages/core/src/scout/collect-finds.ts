import type { SourcedSkill } from "../ports/skill-source.ts";
import type { SourceFinds } from "./ask-sources.ts";
import type { ScoutedSource } from "./skill-scout.ts";

const URL_CHARACTERS_MAX = 1_000;
const NAME_CHARACTERS_MAX = 100;
const DESCRIPTION_CHARACTERS_MAX = 1_024;

/** A skill with the source that found it first, and the needs whose search did. */
export interface CollectedSkill extends SourcedSkill {
  readonly source: string;
  readonly needs: ReadonlySet<number>;
}

/** Joins the finds of several needs (`finds[need]`): one entry per address, one that says more wins. */
export function collectFinds(finds: readonly (readonly SourceFinds[])[]): readonly CollectedSkill[] {
  const byUrl = new Map<string, CollectedSkill>();
  for (const [need, sources] of finds.entries()) {
    for (const { source, skills } of sources) {
      for (const skill of skills.filter(({ sourceUrl }) => sourceUrl.length <= URL_CHARACTERS_MAX)) {
        const known = byUrl.get(skill.sourceUrl);
        const better = known === undefined || (known.description === null && skill.description !== null);
        const texts = better ? { ...shorten(skill), source } : known;
        byUrl.set(skill.sourceUrl, { ...texts, needs: new Set([...(known?.needs ?? []), need]) });
      }
    }
  }
  return [...byUrl.values()];
}

/** One report per source over all needs. */
export function reportSources(finds: readonly (readonly SourceFinds[])[]): readonly ScoutedSource[] {
  const names = [...new Set(finds.flat().map(({ source }) => source))];
  return names.map((source) => {
    const own = finds.flat().filter((one) => one.source === source);
    return {
      source,
      found: new Set(own.flatMap(({ skills }) => skills.map(({ sourceUrl }) => sourceUrl))).size,
      cached: own.every(({ isCached }) => isCached),
      failed: own.every(({ isFailed }) => isFailed),
      warnings: [...new Set(own.flatMap(({ warnings }) => warnings))],
    };
  });
}

function shorten({ sourceUrl, name, description }: SourcedSkill): SourcedSkill {
  return {
    sourceUrl,
    name: [...name].slice(0, NAME_CHARACTERS_MAX).join(""),
    description:
      description === null ? null : [...description].slice(0, DESCRIPTION_CHARACTERS_MAX).join("").trim(),
  };
}
