import type { Refusal, RunOptions, ThrottledReason } from "./skill-curator.ts";

export interface GateFacts {
  readonly enabledInConfig: boolean;
  /** `disabled` in the sidecar. */
  readonly disabled: boolean;
  readonly paused: boolean;
  /** A dry run or an earlier run has shown the operator what would happen. */
  readonly previewed: boolean;
  /** No run has ever counted here: the first unattended one comes one interval later (CONTRACTS 10.1). */
  readonly neverCurated: boolean;
  /** True when `interval_hours` have passed since the last curation. */
  readonly intervalElapsed: boolean;
  readonly commandLine: string;
}

export type Gate =
  | { readonly kind: "go" }
  /** The run pair is emitted with this reason; with a refusal the command also fails. */
  | { readonly kind: "record"; readonly reason: ThrottledReason; readonly refusal: Refusal | null }
  | { readonly kind: "refuse"; readonly refusal: Refusal };

/** Whether a run may start (CONTRACTS 10.1-10.3). Pure. */
export function runGate(options: RunOptions, facts: GateFacts): Gate {
  const off = whyOff(facts);
  const explicit = options.trigger === "explicit_cli";
  if (off !== null && options.force !== true) {
    const refusal: Refusal = { kind: "disabled", message: off, exitCode: 3 };
    return { kind: "record", reason: "disabled", refusal: explicit ? refusal : null };
  }
  if (!explicit) {
    if ((facts.intervalElapsed && !facts.neverCurated) || options.force === true) return { kind: "go" };
    return { kind: "record", reason: "interval_not_elapsed", refusal: null };
  }
  if (facts.previewed || options.yes === true || options.plan !== undefined) return { kind: "go" };
  const message = `no curator state yet; run ${facts.commandLine} --dry-run first, or add --yes to skip the preview`;
  return { kind: "refuse", refusal: { kind: "no-preview", message, exitCode: 2 } };
}

function whyOff({ enabledInConfig, disabled, paused, commandLine }: GateFacts): string | null {
  const once = `add --force to run once anyway`;
  if (!enabledInConfig) return `the curator is off (curator.enabled is false); ${once}`;
  if (disabled) return `this library is switched off by "disabled" in its state.json; ${once}`;
  if (paused) return `the curator is paused here; run ${commandLine} resume, or ${once}`;
  return null;
}
