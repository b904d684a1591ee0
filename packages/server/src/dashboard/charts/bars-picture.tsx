/** @jsxImportSource hono/jsx */
import type { ChartPoint, ChartScale, ChartSpec } from "./chart-spec.ts";

const STEP = 10;
const BAR = 7;
const HEIGHT = 100;

interface BarsPictureProps {
  readonly spec: ChartSpec;
  readonly scale: ChartScale;
}

/** The bars alone, stretched to the space they are given; words stand around them, not in them. */
export function BarsPicture({ spec, scale }: BarsPictureProps) {
  const width = Math.max(1, spec.points.length) * STEP;
  const limitY = scale.limit === null ? null : HEIGHT - (scale.limit / scale.top) * HEIGHT;
  return (
    <svg class="bars" viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {spec.points.map((point, index) => (
        <Stack spec={spec} point={point} top={scale.top} x={index * STEP + (STEP - BAR) / 2} />
      ))}
      {limitY !== null && <line class="limit" x1={0} x2={width} y1={limitY} y2={limitY} />}
    </svg>
  );
}

interface StackProps {
  readonly spec: ChartSpec;
  readonly point: ChartPoint;
  readonly top: number;
  readonly x: number;
}

function Stack({ spec, point, top, x }: StackProps) {
  let y = HEIGHT;
  const bars = point.values.map(({ amount }, index) => {
    const height = (amount / top) * HEIGHT;
    y -= height;
    return { tone: spec.series[index]?.tone ?? "first", height, y };
  });
  return (
    <>
      {bars
        .filter(({ height }) => height > 0)
        .map((bar) => (
          <rect class={`tone-${bar.tone}`} x={x} y={bar.y} width={BAR} height={bar.height} />
        ))}
    </>
  );
}
