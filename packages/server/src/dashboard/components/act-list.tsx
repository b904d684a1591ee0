/** @jsxImportSource hono/jsx */
import type { HistoryEntry } from "@metis-curate/core";
import { formatUsd, isPaid } from "../text/format-usd.ts";
import { actionDone } from "../text/words.ts";
import type { View } from "../view.ts";
import { DiffView } from "./diff-view.tsx";
import { Instant } from "./instant.tsx";
import { Line } from "./text.tsx";

interface ActListProps {
  readonly view: View;
  /** Newest first. */
  readonly acts: readonly HistoryEntry[];
  /** Each says which skill it was. */
  readonly named?: boolean;
  /** Each shows its change of SKILL.md. */
  readonly diffs?: boolean;
}

/** What was done, why and by whom. */
export function ActList({ view, acts, named = false, diffs = false }: ActListProps) {
  return (
    <ol class={named ? "acts acts-brief" : "acts"}>
      {acts.map((act, index) => (
        <li>
          <p class="act-head">
            <span class="act-action">{actionDone(act.action)}</span>{" "}
            {named && act.skill !== "" && (
              <a class="skill-name" href={view.links.skill(act.skill)}>
                <Line text={act.skill} />
              </a>
            )}
            <span class="act-facts">
              <Instant iso={act.at} /> · <Line text={act.source} />
              {isPaid(act.cost_usd) && ` · ${formatUsd(act.cost_usd)}`} ·{" "}
              <a href={view.links.run(act.run_id)}>
                {act.source === "operator" ? "act" : "run"}
                <span class="unseen"> {act.run_id}</span>
              </a>
            </span>
          </p>
          {act.rationale !== "" && (
            <p class="said">
              <Line text={act.rationale} />
            </p>
          )}
          {diffs && act.diff !== null && <ActDiff act={act} diff={act.diff} isNewest={index === 0} />}
        </li>
      ))}
    </ol>
  );
}

interface ActDiffProps {
  readonly act: HistoryEntry;
  readonly diff: string;
  readonly isNewest: boolean;
}

function ActDiff({ act, diff, isNewest }: ActDiffProps) {
  const versions = `${act.version_before ?? "none"} → ${act.version_after ?? "none"}`;
  return (
    <details open={isNewest}>
      <summary>
        Version <code>{versions}</code>
      </summary>
      <DiffView diff={diff} />
    </details>
  );
}
