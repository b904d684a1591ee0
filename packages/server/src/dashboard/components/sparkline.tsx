/** @jsxImportSource hono/jsx */

interface SparklineProps {
  readonly values: readonly number[];
}

const BAR = 4;
const GAP = 1;
const HEIGHT = 16;

/** Small bars beside a number that says the same; nothing for a screen reader. */
export function Sparkline({ values }: SparklineProps) {
  const most = Math.max(1, ...values);
  const width = Math.max(1, values.length * (BAR + GAP) - GAP);
  return (
    <svg
      class="sparkline"
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      aria-hidden="true"
    >
      {values.map((value, index) => {
        const height = value === 0 ? 1 : Math.max(2, (value / most) * HEIGHT);
        return (
          <rect
            class={value === 0 ? "spark-none" : "spark-bar"}
            x={index * (BAR + GAP)}
            y={HEIGHT - height}
            width={BAR}
            height={height}
          />
        );
      })}
    </svg>
  );
}
