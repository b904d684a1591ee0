/** @jsxImportSource hono/jsx */
import type { SkillRow } from "../data/dashboard-data.ts";
import { Badge } from "./badge.tsx";

const TONES = { active: "strong", draft: "plain", stale: "plain", archived: "faint" } as const;

/** Whether a skill is in use, and whether it is pinned. */
export function SkillState({ row }: { readonly row: Pick<SkillRow, "state" | "pinned"> }) {
  return (
    <span class="states">
      <Badge text={row.state} tone={TONES[row.state]} />
      {row.pinned && <Badge text="pinned" />}
    </span>
  );
}
