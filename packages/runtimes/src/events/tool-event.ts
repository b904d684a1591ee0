import type { Actor, Payload } from "@metis-curate/core";
import type { Observation } from "../observation.ts";

export type ToolObservation = Extract<
  Observation,
  { readonly kind: "tool-called" | "tool-succeeded" | "tool-failed" }
>;

/** Type, actor and own fields of the event of a tool call. */
export function toolEvent(
  observation: ToolObservation,
): readonly [type: string, actor: Actor, payload: Payload] {
  switch (observation.kind) {
    case "tool-called": {
      const { toolName, inputHash, inputSizeBytes, sideEffects } = observation;
      const payload = {
        tool_name: toolName,
        input_hash: inputHash,
        input_size_bytes: inputSizeBytes,
        side_effects: sideEffects,
      };
      return ["tool.called", "agent", payload];
    }
    case "tool-succeeded": {
      const { outputSizeBytes, latencyMs } = observation;
      const sizes = { output_size_bytes: outputSizeBytes, latency_ms: latencyMs };
      return [
        "tool.completed",
        "tool",
        { success: true, ...sizes, files_modified: null, command_executed: null },
      ];
    }
    case "tool-failed": {
      const { errorClass, latencyMs } = observation;
      return ["tool.failed", "tool", { error_class: errorClass, error_message: "", latency_ms: latencyMs }];
    }
  }
}
