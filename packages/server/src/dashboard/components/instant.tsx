/** @jsxImportSource hono/jsx */
import { formatDayUtc, formatInstantUtc } from "../text/format-when.ts";

interface InstantProps {
  readonly iso: string;
  /** The day alone is shown. */
  readonly day?: boolean;
}

/** A moment in UTC, which a script shows in the viewer's zone; UTC stays its title. */
export function Instant({ iso, day = false }: InstantProps) {
  const utc = formatInstantUtc(iso);
  return (
    <time datetime={iso} title={utc} data-local={day ? "day" : "minute"}>
      {day ? formatDayUtc(iso) : utc}
    </time>
  );
}
