/** What the world of one simulated week is like. Shares are 0..1. */
export interface DecayScenario {
  readonly name: string;
  readonly skills: number;
  /** Share of the skills whose tool was renamed. */
  readonly brokenShare: number;
  readonly sessions: number;
  /** Chance that a session loads one more skill of its topic, asked up to `loadsMax - 1` times. */
  readonly coLoadShare: number;
  readonly loadsMax: number;
  /** Share of the tool calls that fail for a reason of their own, whatever was loaded. */
  readonly callFailureShare: number;
  /** Share of the sessions in which something around fails: no network, a full disk, a wrong directory. */
  readonly badSessionShare: number;
  /** Share of the tool calls that a person denies or cancels. */
  readonly deniedShare: number;
  /** Share of the loads of a broken skill that then call the renamed tool, in vain. */
  readonly brokenFailureShare: number;
  /** When the tool is renamed, as a share of the week: 0 is its start. */
  readonly changedAt: number;
}

/**
 * A library of sixty skills in a busy week. `tool.failed` is a tool that did not work at all (time-out, validation,
 * permission); a command that ends with a status of its own is a completion, so one call in two hundred is a lot.
 * Three sessions in ten load a second skill of the same topic, one in ten a third. A skill whose tool is gone
 * fails in nine of ten loads: the tenth never comes to the renamed step.
 */
export const REALISTIC: DecayScenario = {
  name: "realistic",
  skills: 60,
  brokenShare: 0.1,
  sessions: 250,
  coLoadShare: 0.3,
  loadsMax: 3,
  callFailureShare: 0.005,
  badSessionShare: 0.03,
  deniedShare: 0.02,
  brokenFailureShare: 0.9,
  changedAt: 0,
};
