/** @jsxImportSource hono/jsx */
import { ChartFigure } from "../charts/chart-figure.tsx";
import { actionsChart, loadsChart, sizeChart, spendChart } from "../charts/overview-charts.ts";
import { EmptyState } from "../components/empty-state.tsx";
import type { OverviewData } from "../data/dashboard-data.ts";
import type { View } from "../view.ts";

interface OverviewChartsProps {
  readonly view: View;
  readonly data: OverviewData;
}

export function OverviewCharts({ view, data }: OverviewChartsProps) {
  const { status } = data;
  const { commandLine } = view;
  return (
    <section aria-labelledby="charts">
      <h2 id="charts" class="unseen">
        Over time
      </h2>
      <div class="charts">
        <ChartFigure
          spec={sizeChart(data.sizes, status.skills)}
          empty={
            <EmptyState
              what="No skills yet."
              hint={`Skills in ${status.root.path} are counted here. Every file, and why it is none:`}
              command={`${commandLine} --list`}
            />
          }
        />
        <ChartFigure
          spec={loadsChart(data.loads)}
          empty={
            <EmptyState
              what="No loads in the trace."
              hint="Loads come from the agent's sessions. Whether they arrive:"
              command={`${commandLine} doctor`}
            />
          }
        />
        <ChartFigure
          spec={actionsChart(data.runs, view.links)}
          empty={
            <EmptyState
              what="No run has changed anything."
              hint="What one would do, without doing it:"
              command={`${commandLine} --dry-run`}
            />
          }
        />
        <ChartFigure
          spec={spendChart(data.spend, status.per_day_max_usd)}
          empty={
            <EmptyState
              what="Nothing was spent."
              hint={
                status.model === "rules"
                  ? "The model “rules” works by itself: it asks nobody and costs nothing."
                  : "An estimate, without spending anything:"
              }
              {...(status.model === "rules" ? {} : { command: `${commandLine} --dry-run` })}
            />
          }
        />
      </div>
    </section>
  );
}
