/** @jsxImportSource hono/jsx */
import type { PlannedCandidate } from "@metis-curate/core";
import { Command } from "../components/command.tsx";
import { SkillLinks } from "../components/skill-links.tsx";
import { Line } from "../components/text.tsx";
import type { OverviewData } from "../data/dashboard-data.ts";
import { formatCountOf } from "../text/format-number.ts";
import { formatUsd, isPaid } from "../text/format-usd.ts";
import { actionVerb } from "../text/words.ts";
import type { View } from "../view.ts";

interface OverviewNextProps {
  readonly view: View;
  readonly data: OverviewData;
}

const SHOWN = 12;

/** What the next run would ask the model about, and why. */
export function OverviewNext({ view, data }: OverviewNextProps) {
  const { next } = data;
  if (next === null || next.candidates.length === 0) return null;
  const rest = next.candidates.length - SHOWN + next.truncated;
  return (
    <section aria-labelledby="next">
      <h2 id="next">The next run would ask about</h2>
      <ol class="acts">
        {next.candidates.slice(0, SHOWN).map((candidate) => (
          <Candidate view={view} candidate={candidate} />
        ))}
      </ol>
      {rest > 0 && <p class="note">and {formatCountOf(rest, "candidate")} more</p>}
      <p class="note">
        {isPaid(next.estimated_total_usd) && `At most ${formatUsd(next.estimated_total_usd)} by estimate. `}
        {formatCountOf(next.left_alone.length, "skill is", "skills are")} left alone. Every reason:{" "}
        <Command line={`${view.commandLine} --dry-run`} />
      </p>
    </section>
  );
}

function Candidate({ view, candidate }: { readonly view: View; readonly candidate: PlannedCandidate }) {
  const { action, skills, reason, estimated_cost_usd: cost } = candidate;
  return (
    <li>
      <p class="act-head">
        <span class="act-action">{actionVerb(action)}</span> <SkillLinks names={skills} links={view.links} />
        {isPaid(cost) && <span class="act-facts">≤ {formatUsd(cost)}</span>}
      </p>
      <p class="said">
        <Line text={reason} />
      </p>
    </li>
  );
}
