/** @jsxImportSource hono/jsx */
import type { RunActionWire } from "../../wire/runs.ts";
import { Instant } from "../components/instant.tsx";
import { Ledger } from "../components/ledger.tsx";
import { Signals } from "../components/signals.tsx";
import { SkillLinks } from "../components/skill-links.tsx";
import { Line } from "../components/text.tsx";
import { formatDuration } from "../text/format-number.ts";
import { formatUsd } from "../text/format-usd.ts";
import { actionDone } from "../text/words.ts";
import type { View } from "../view.ts";

interface RunActionProps {
  readonly view: View;
  readonly action: RunActionWire;
}

/** One action of a run with everything that was recorded of it. */
export function RunActionItem({ view, action }: RunActionProps) {
  const { ledger } = action;
  const signals = signalsWithoutLedger(action.signals);
  return (
    <article class="action">
      <h3>
        <span class="act-action">{actionDone(action.action)}</span>{" "}
        <SkillLinks names={[action.skill_id]} links={view.links} />
      </h3>
      <p class="act-facts">
        <Instant iso={action.at} /> · <Line text={action.curator_model ?? "operator"} /> ·{" "}
        {formatUsd(action.cost_usd)}
        {action.latency_ms !== null && action.latency_ms > 0 && ` · ${formatDuration(action.latency_ms)}`}
      </p>
      {action.rationale !== "" && (
        <p class="said">
          <Line text={action.rationale} />
        </p>
      )}
      <Traces view={view} action={action} />
      {ledger !== null && <Ledger ledger={ledger} />}
      {Object.keys(signals).length > 0 && (
        <details>
          <summary>
            Signals<span class="unseen"> of {action.skill_id}</span>
          </summary>
          <Signals signals={signals} />
        </details>
      )}
    </article>
  );
}

function Traces({ view, action }: RunActionProps) {
  const {
    consolidated_from: consolidatedFrom,
    skill_version_before: versionBefore,
    skill_version_after: versionAfter,
    archive_path: archivePath,
  } = action;
  const heir = action.signals["merged_into"];
  const isChanged = versionBefore !== versionAfter && versionAfter !== null;
  return (
    <>
      {consolidatedFrom.length > 0 && (
        <p>
          Took in <SkillLinks names={consolidatedFrom} links={view.links} />.
        </p>
      )}
      {typeof heir === "string" && (
        <p>
          Taken in by <SkillLinks names={[heir]} links={view.links} />.
        </p>
      )}
      {isChanged && (
        <p>
          Version <code>{versionBefore ?? "none"}</code> → <code>{versionAfter}</code>
        </p>
      )}
      {archivePath !== null && (
        <p>
          Kept in{" "}
          <code>
            <Line text={archivePath} />
          </code>
        </p>
      )}
    </>
  );
}

const LEDGER_PREFIX = "retention_";

/** The ledger is shown by itself. */
function signalsWithoutLedger(signals: RunActionWire["signals"]): RunActionWire["signals"] {
  return Object.fromEntries(Object.entries(signals).filter(([key]) => !key.startsWith(LEDGER_PREFIX)));
}
