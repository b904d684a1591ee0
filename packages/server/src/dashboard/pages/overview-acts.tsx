/** @jsxImportSource hono/jsx */
import { ActList } from "../components/act-list.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import type { OverviewData } from "../data/dashboard-data.ts";
import type { View } from "../view.ts";

interface OverviewActsProps {
  readonly view: View;
  readonly data: OverviewData;
}

export function OverviewActs({ view, data }: OverviewActsProps) {
  return (
    <section aria-labelledby="acts">
      <h2 id="acts">Lately</h2>
      {data.acts.length === 0 ? (
        <EmptyState
          what="Nothing was done here yet."
          hint="A preview changes nothing; after it, the same command without the option runs."
          command={`${view.commandLine} --dry-run`}
        />
      ) : (
        <ActList view={view} acts={data.acts} named />
      )}
    </section>
  );
}
