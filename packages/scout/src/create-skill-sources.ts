import type { SkillSource } from "@metis-curate/core";
import type { FetchFunction } from "./http/guarded-get.ts";
import { PUBLIC_ADDRESSES, type SourceAddresses, type SourceContext } from "./source-context.ts";
import { anthropicSkillsSource } from "./sources/anthropic-skills-source.ts";
import { githubTopicsSource } from "./sources/github-topics-source.ts";
import { skillsShSource } from "./sources/skills-sh-source.ts";

export interface SkillSourcesOptions {
  /** Other addresses than the public ones. */
  readonly addresses?: Partial<SourceAddresses>;
  /** Sent to GitHub's API alone, over https or to this machine; never in a message. */
  readonly githubToken?: string | null;
  readonly timeoutMs?: number;
  /** Default: the platform's. */
  readonly fetch?: FetchFunction;
}

const TIMEOUT_MS = 10_000;
const TOKEN = /^[\x21-\x7e]{1,1000}$/;

/** The three sources of CONTRACTS 13.7. Nothing is sent before one is asked. */
export function createSkillSources(options: SkillSourcesOptions = {}): readonly SkillSource[] {
  const token = options.githubToken?.trim() ?? "";
  const context: SourceContext = {
    addresses: {
      skillsSh: withoutSlash(options.addresses?.skillsSh ?? PUBLIC_ADDRESSES.skillsSh),
      github: withoutSlash(options.addresses?.github ?? PUBLIC_ADDRESSES.github),
    },
    githubToken: TOKEN.test(token) ? token : null,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
  };
  return [skillsShSource(context), githubTopicsSource(context), anthropicSkillsSource(context)];
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
