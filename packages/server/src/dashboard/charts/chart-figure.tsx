/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { formatInteger } from "../text/format-number.ts";
import { formatUsd } from "../text/format-usd.ts";
import { formatAxisLabel } from "../text/format-when.ts";
import { BarsPicture } from "./bars-picture.tsx";
import { type ChartSpec, scaleOf, stackOf } from "./chart-spec.ts";

interface ChartFigureProps {
  readonly spec: ChartSpec;
  /** Stands in for the picture when every number is 0. */
  readonly empty: Child;
}

/** A chart: a drawn picture that a script replaces by a live one, and its numbers as a table. */
export function ChartFigure({ spec, empty }: ChartFigureProps) {
  const isEmpty = spec.points.every((point) => stackOf(point) === 0);
  return (
    <figure class="chart" data-chart={isEmpty ? undefined : spec.unit}>
      <figcaption>
        <h3>{spec.title}</h3>
        <p>{spec.summary}</p>
      </figcaption>
      {isEmpty ? empty : <Plot spec={spec} />}
      {!isEmpty && <Numbers spec={spec} />}
    </figure>
  );
}

function Plot({ spec }: { readonly spec: ChartSpec }) {
  const scale = scaleOf(spec);
  return (
    <>
      <div class="chart-key">
        <Legend spec={spec} isLimitShown={scale.limit !== null} />
        <p class="readout" data-readout aria-hidden="true" />
      </div>
      <div class="plot" data-plot data-top={scale.top} data-limit={scale.limit ?? undefined}>
        <span class="plot-top">{formatAmount(spec, scale.top)}</span>
        <BarsPicture spec={spec} scale={scale} />
        <span class="plot-ends">
          <span>{formatAxisLabel(spec.points[0]?.label ?? "")}</span>
          <span>{formatAxisLabel(spec.points.at(-1)?.label ?? "")}</span>
        </span>
      </div>
    </>
  );
}

function formatAmount({ unit }: ChartSpec, amount: number): string {
  return unit === "usd" ? formatUsd(amount.toFixed(6)) : formatInteger(amount);
}

function Legend({ spec, isLimitShown }: { readonly spec: ChartSpec; readonly isLimitShown: boolean }) {
  if (spec.series.length === 1 && spec.limit === undefined) return null;
  return (
    <ul class="legend">
      {spec.series.map(({ label, tone }) => (
        <li>
          <span class={`swatch swatch-${tone}`} /> {label}
        </li>
      ))}
      {spec.limit !== undefined && (
        <li>
          <span class="swatch swatch-limit" /> {spec.limit.label}
          {isLimitShown ? "" : ", above this scale"}
        </li>
      )}
    </ul>
  );
}

function Numbers({ spec }: { readonly spec: ChartSpec }) {
  return (
    <details>
      <summary>Numbers</summary>
      <table class="numbers">
        <caption class="unseen">{spec.title}</caption>
        <thead>
          <tr>
            <th scope="col">{spec.step}</th>
            {spec.series.map(({ label, tone }) => (
              <th scope="col" class="numeric" data-tone={tone}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {spec.points.map((point) => (
            <tr>
              <th scope="row">
                {point.href === undefined ? point.label : <a href={point.href}>{point.label}</a>}
              </th>
              {point.values.map(({ amount, text }) => (
                <td class="numeric" data-amount={amount}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
