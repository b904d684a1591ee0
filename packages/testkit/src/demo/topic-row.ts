import type { AreaName } from "./areas.ts";

/** A topic as it is listed: name, area, what stands for `{x}` in the sentences of the area, description. */
export type TopicRow = readonly [name: string, area: AreaName, about: string, description: string];
