import type { AuxiliaryModel } from "@metis-curate/core";
import type { Gate } from "./gate.ts";

/**
 * Every call of `model` is an effect of the gate: dead before it, the request never left; dead after it, or failed,
 * it was billed and no answer came.
 */
export function recordedModel(model: AuxiliaryModel, gate: Gate): AuxiliaryModel {
  return {
    ...model,
    async ask(request, signal) {
      const name = `ask ${request.purpose}`;
      let failure: Error | null = null;
      const failLater = () => {
        failure = new Error("the recorder lost the connection");
        return failure;
      };
      const diesAfter = entered(
        () => gate.enter(name, failLater),
        () => failure !== null,
      );
      const answer = await model.ask(request, signal);
      if (failure !== null) throw failure;
      if (diesAfter) gate.die(name);
      return answer;
    },
  };
}

/** A call that is to fail is made all the same: its error comes in the place of the answer. */
function entered(enter: () => boolean, isToFail: () => boolean): boolean {
  try {
    return enter();
  } catch (error) {
    if (isToFail()) return false;
    throw error;
  }
}
