/** @jsxImportSource hono/jsx */
import type { RunActionWire } from "../../wire/runs.ts";
import { formatInteger, formatShare } from "../text/format-number.ts";
import { Line } from "./text.tsx";

type ShownLedger = NonNullable<RunActionWire["ledger"]>;

/** What a merge kept and what it dropped, with the model's reasons. */
export function Ledger({ ledger }: { readonly ledger: ShownLedger }) {
  const { dropped, missing, headings_lost: headingsLost } = ledger;
  return (
    <div class="ledger">
      <p>{keptText(ledger)}</p>
      {dropped.length > 0 && (
        <dl class="pairs">
          {dropped.map(({ item, reason }) => (
            <div>
              <dt>
                dropped <Line text={item} />
              </dt>
              <dd>
                <Line text={reason} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Names label="Missing" names={missing} />
      <Names label="Headings not carried over" names={headingsLost} />
    </div>
  );
}

function keptText({ kept, retention_ratio: ratio, word_share: wordShare, dropped }: ShownLedger): string {
  const parts = [
    ...(kept === null ? [] : [`kept ${formatInteger(kept)}`]),
    `dropped ${dropped.length}`,
    ...(ratio === null ? [] : [`${formatShare(ratio)} of code, commands and links`]),
    ...(wordShare === null ? [] : [`${formatShare(wordShare)} of the words`]),
  ];
  return `Ledger: ${parts.join(", ")}.`;
}

function Names({ label, names }: { readonly label: string; readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p>
      {label}: <Line text={names.join("; ")} />.
    </p>
  );
}
