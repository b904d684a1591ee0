import type { Layout } from "../root.ts";
import { METIS_LAYOUT } from "./metis.ts";

export { foreignLayout } from "./foreign-layout.ts";
export { METIS_LAYOUT } from "./metis.ts";

/** The layouts core knows by itself; runtimes bring further rows of their own (CONTRACTS 2, 14). */
export const LAYOUTS: readonly Layout[] = [METIS_LAYOUT];

/** Returns the layout of a name among the given rows, undefined when there is none. */
export function findLayout(name: string, layouts: readonly Layout[] = LAYOUTS): Layout | undefined {
  return layouts.find((layout) => layout.name === name);
}
