import { oneLine } from "./one-line.ts";
import type { RetainedItem } from "./retained-items.ts";

export interface DroppedRetainedItem extends RetainedItem {
  /** The model's. */
  readonly reason: string;
}

/** What a merge keeps and what it loses (CONTRACTS 8.3). */
export interface RetentionLedger {
  readonly kind: "ok" | "refused";
  readonly found: readonly RetainedItem[];
  readonly dropped: readonly DroppedRetainedItem[];
  /** Neither found nor listed as dropped. */
  readonly missing: readonly RetainedItem[];
  /** found / distinct, 0..1; 1 when there is nothing to retain. */
  readonly ratio: number;
  /** Reported, never counted. */
  readonly headings: { readonly kept: readonly string[]; readonly lost: readonly string[] };
  /** Share of all members' distinct content words, 0..1. */
  readonly contentWordShare: number;
  /** The same per member; the least is what the rule looks at. */
  readonly contentWordShareByMember: Readonly<Record<string, number>>;
  /** References of the new body to files that exist nowhere. */
  readonly missingFiles: readonly string[];
  /** One line each; empty when `ok`. */
  readonly reasons: readonly string[];
}

const SIGNAL_ITEMS_MAX = 20;

/** The ledger as it goes into `signals`: counts, and the first items by name, one line each. */
export function retentionSignals(ledger: RetentionLedger): Readonly<Record<string, unknown>> {
  const name = (item: RetainedItem) => `${item.kind}: ${oneLine(item.text, 100)}`;
  return {
    retention_ratio: round(ledger.ratio),
    retention_found: ledger.found.length,
    retention_dropped: ledger.dropped.slice(0, SIGNAL_ITEMS_MAX).map((item) => ({
      item: name(item),
      reason: oneLine(item.reason, 200),
    })),
    retention_missing: ledger.missing.slice(0, SIGNAL_ITEMS_MAX).map(name),
    retention_word_share: round(ledger.contentWordShare),
    retention_headings_lost: ledger.headings.lost
      .slice(0, SIGNAL_ITEMS_MAX)
      .map((each) => oneLine(each, 100)),
  };
}

function round(share: number): number {
  return Math.round(share * 1000) / 1000;
}
