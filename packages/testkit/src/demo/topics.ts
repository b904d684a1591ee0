import type { AreaName } from "./areas.ts";
import type { TopicRow } from "./topic-row.ts";
import { FIRST_TOPIC_ROWS } from "./topic-rows-first.ts";
import { SECOND_TOPIC_ROWS } from "./topic-rows-second.ts";

/** What one skill is about. Names and descriptions are far enough apart to be no near-duplicates (CONTRACTS 6.3). */
export interface Topic {
  readonly name: string;
  readonly area: AreaName;
  /** What stands for `{x}` in the sentences of its area. */
  readonly about: string;
  readonly description: string;
}

const ROWS: readonly TopicRow[] = [...FIRST_TOPIC_ROWS, ...SECOND_TOPIC_ROWS];

export const TOPICS: readonly Topic[] = ROWS.map(([name, area, about, description]) => ({
  name,
  area,
  about,
  description,
}));
