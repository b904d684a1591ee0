/** One change of an agent to a skill. */
export interface AgentLine {
  readonly skill: string;
  readonly change: "replace" | "write" | "add" | "delete" | "make";
  /** Text that only this change wrote. */
  readonly token: string;
  /** False when it failed, perhaps half way. */
  readonly done: boolean;
}
