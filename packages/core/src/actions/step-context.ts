import type { ActionDeps } from "./action-deps.ts";
import type { StepContext } from "./apply-step.ts";
import type { Intent } from "./intent.ts";
import { stagingDir } from "./intent-store.ts";
import type { Step } from "./step.ts";

export interface ContextStep {
  readonly step: Step;
  readonly index: number;
  readonly context: StepContext;
}

/** The steps of an intent, each with the context it is applied in. */
export function contextSteps({ fs, root }: ActionDeps, intent: Intent): readonly ContextStep[] {
  const staging = stagingDir(root, intent.id);
  return intent.steps.map((step, index) => ({
    step,
    index,
    context: { fs, root, stepId: `${intent.id}-${index}`, stagingDir: staging },
  }));
}
