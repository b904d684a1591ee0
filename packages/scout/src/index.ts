export { createSkillSources, type SkillSourcesOptions } from "./create-skill-sources.ts";
export type { FetchFunction } from "./http/guarded-get.ts";
export { PUBLIC_ADDRESSES, type SourceAddresses } from "./source-context.ts";
