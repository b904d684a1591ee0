import { LEFT_ALONE_REASONS, type LeftAlone, type LeftAloneReason } from "./candidate.ts";

/** Why skills are left alone; of several reasons the first of CONTRACTS 5 stays. */
export class Outcomes {
  readonly #bySkill = new Map<string, LeftAlone>();

  leave(skill: string, reason: LeftAloneReason, detail: string): void {
    const present = this.#bySkill.get(skill);
    if (present !== undefined && precedence(present.reason) <= precedence(reason)) return;
    this.#bySkill.set(skill, { skill, reason, detail });
  }

  find(skill: string): LeftAlone | undefined {
    return this.#bySkill.get(skill);
  }
}

function precedence(reason: LeftAloneReason): number {
  return LEFT_ALONE_REASONS.indexOf(reason);
}
