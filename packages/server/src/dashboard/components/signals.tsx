/** @jsxImportSource hono/jsx */
import { Line } from "./text.tsx";

interface SignalsProps {
  readonly signals: Readonly<Record<string, unknown>>;
}

const VALUE_LENGTH_MAX = 2_000;

/** Recorded values under the names they were recorded by. */
export function Signals({ signals }: SignalsProps) {
  return (
    <dl class="pairs signals">
      {Object.entries(signals).map(([key, value]) => (
        <div>
          <dt>
            <code>
              <Line text={key} />
            </code>
          </dt>
          <dd>
            <Line text={valueText(value)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function valueText(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length <= VALUE_LENGTH_MAX ? text : `${text.slice(0, VALUE_LENGTH_MAX)}…`;
}
