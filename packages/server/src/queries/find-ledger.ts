import type { RunActionWire } from "../wire/runs.ts";

type Signals = Readonly<Record<string, unknown>>;

/** What a merge kept and dropped, as it lies in the signals (CONTRACTS 8.3); null when there is no ledger. */
export function findLedger(signals: Signals): RunActionWire["ledger"] {
  if (numberAt(signals, "retention_ratio") === null && numberAt(signals, "retention_found") === null)
    return null;
  return {
    retention_ratio: numberAt(signals, "retention_ratio"),
    word_share: numberAt(signals, "retention_word_share"),
    kept: numberAt(signals, "retention_found"),
    dropped: listAt(signals, "retention_dropped").flatMap(toDropped),
    missing: listAt(signals, "retention_missing").filter(isText),
    headings_lost: listAt(signals, "retention_headings_lost").filter(isText),
  };
}

function toDropped(item: unknown): readonly { readonly item: string; readonly reason: string }[] {
  if (typeof item !== "object" || item === null || !("item" in item) || !isText(item.item)) return [];
  return [{ item: item.item, reason: "reason" in item && isText(item.reason) ? item.reason : "" }];
}

function numberAt(signals: Signals, key: string): number | null {
  const value = signals[key];
  return typeof value === "number" ? value : null;
}

function listAt(signals: Signals, key: string): readonly unknown[] {
  const value = signals[key];
  return Array.isArray(value) ? value : [];
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
