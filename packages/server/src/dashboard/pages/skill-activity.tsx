/** @jsxImportSource hono/jsx */
import { ChartFigure } from "../charts/chart-figure.tsx";
import { loadsChart } from "../charts/overview-charts.ts";
import { EmptyState } from "../components/empty-state.tsx";
import type { SkillData } from "../data/dashboard-data.ts";
import { shellWord } from "../text/shell-word.ts";
import type { View } from "../view.ts";

interface SkillActivityProps {
  readonly view: View;
  readonly data: SkillData;
}

/** How often it was loaded, week by week. */
export function SkillActivity({ view, data }: SkillActivityProps) {
  return (
    <section aria-labelledby="activity">
      <h2 id="activity">Activity</h2>
      <ChartFigure
        spec={loadsChart(data.row.weeks)}
        empty={
          <EmptyState
            what="Not loaded in these weeks."
            hint="When it was last loaded, and what follows from it:"
            command={`${view.commandLine} explain ${shellWord(data.row.name)}`}
          />
        }
      />
    </section>
  );
}
