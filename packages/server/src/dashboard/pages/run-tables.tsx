/** @jsxImportSource hono/jsx */
import type { RunDetailWire } from "../../wire/runs.ts";
import { Absent } from "../components/effectiveness.tsx";
import { SkillLinks } from "../components/skill-links.tsx";
import { Line } from "../components/text.tsx";
import { formatCountOf, formatInteger } from "../text/format-number.ts";
import { formatUsd } from "../text/format-usd.ts";
import type { View } from "../view.ts";

type RunSkip = RunDetailWire["skips"][number];
type RunCall = RunDetailWire["calls"][number];

/** A run takes no more than this by far; a trace may say anything. */
const ROWS_MAX = 1_000;

interface RunSkipsProps {
  readonly view: View;
  readonly skips: readonly RunSkip[];
  readonly truncated: number;
}

/** Candidates that were reached and not acted on. */
export function RunSkips({ view, skips, truncated }: RunSkipsProps) {
  if (skips.length === 0 && truncated === 0) return null;
  return (
    <section aria-labelledby="skips">
      <h2 id="skips">Skipped</h2>
      {skips.length > 0 && (
        <table class="data">
          <caption class="unseen">Candidates that were not acted on</caption>
          <thead>
            <tr>
              <th scope="col">Skills</th>
              <th scope="col">Asked to</th>
              <th scope="col">Why not</th>
            </tr>
          </thead>
          <tbody>
            {skips.slice(0, ROWS_MAX).map(({ skills, action, kind }) => (
              <tr>
                <th scope="row">
                  <SkillLinks names={skills} links={view.links} />
                </th>
                <td>
                  <Line text={action} />
                </td>
                <td>
                  <Line text={kind.replaceAll("-", " ")} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {truncated > 0 && (
        <p class="note">
          {formatCountOf(truncated, "candidate")} more than a run takes; the next one takes them.
        </p>
      )}
    </section>
  );
}

interface RunCallsProps {
  readonly view: View;
  readonly calls: readonly RunCall[];
}

/** Every paid question to the model. */
export function RunCalls({ view, calls }: RunCallsProps) {
  if (calls.length === 0) return null;
  return (
    <section aria-labelledby="calls">
      <h2 id="calls">Calls to the model</h2>
      <table class="data">
        <caption class="unseen">Calls to the model with their answers and costs</caption>
        <thead>
          <tr>
            <th scope="col">Skills</th>
            <th scope="col">Asked to</th>
            <th scope="col">Answer</th>
            <th scope="col" class="numeric">
              Cost
            </th>
            <th scope="col" class="numeric from-medium">
              Tokens in
            </th>
            <th scope="col" class="numeric from-medium">
              Tokens out
            </th>
            <th scope="col" class="from-medium">
              Model
            </th>
          </tr>
        </thead>
        <tbody>
          {calls.slice(0, ROWS_MAX).map((call) => (
            <CallRow view={view} call={call} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function CallRow({ view, call }: { readonly view: View; readonly call: RunCall }) {
  return (
    <tr>
      <th scope="row">
        <SkillLinks names={call.skills} links={view.links} />
      </th>
      <td>{call.purpose === null ? <Absent /> : <Line text={call.purpose} />}</td>
      <td>{call.verdict === null ? "never came" : <Line text={call.verdict} />}</td>
      <td class="numeric">{costText(call)}</td>
      <td class="numeric from-medium">
        {call.input_tokens === null ? <Absent /> : formatInteger(call.input_tokens)}
      </td>
      <td class="numeric from-medium">
        {call.output_tokens === null ? <Absent /> : formatInteger(call.output_tokens)}
      </td>
      <td class="from-medium">{call.model === null ? <Absent /> : <Line text={call.model} />}</td>
    </tr>
  );
}

/** A call that never came back counts at its estimate. */
function costText({ cost_usd: costUsd, estimated_cost_usd: estimatedCostUsd }: RunCall): string {
  if (costUsd !== null) return formatUsd(costUsd);
  return estimatedCostUsd === null ? "unknown" : `≤ ${formatUsd(estimatedCostUsd)}`;
}
