import { SCOUT_LIMIT_DEFAULT, SCOUT_LIMIT_MAX, type SkillScout } from "@metis-curate/core";
import { Command, Option, UsageError } from "clipanion";
import { writeFailure } from "../context/output.ts";
import { writeScout } from "../reports/write-scout.ts";
import { writeScoutAdoption, writeScoutDismissal } from "../reports/write-scout-adoption.ts";
import type { OpenedMatcher } from "../wire/matcher-opener.ts";
import { EXIT_DONE, EXIT_FAILED, EXIT_REFUSED } from "./curator-command.ts";
import { MatcherCommand } from "./matcher-command.ts";

const ADOPT = "adopt";
const DISMISS = "dismiss";

/** `scout [<query>]`, `scout adopt <id|url>`, `scout dismiss <id|url>` (CONTRACTS 13.7). */
export class ScoutCommand extends MatcherCommand {
  static override paths = [["scout"]];
  static override usage = Command.Usage({
    category: "Matching",
    description: "Look for skills in public collections",
    details:
      "Asks skills.sh, GitHub and anthropics/skills for a query, or without one for what would fill the open gaps; answers are kept for a day. Nothing is adopted by itself: `scout adopt` takes an id or an address, looks through the skill for secrets, injected instructions and hidden characters, and writes it as imported, so that the curator leaves it alone. `scout dismiss` leaves one out of later searches. A query that begins with one of these words is put in quotes.",
    examples: [
      ["What would fill the gaps?", "metis-curate . scout"],
      ["Look for something", "metis-curate . scout extract tables from a pdf"],
      ["See what would be written", "metis-curate . scout adopt sk-1f3870be27 --dry-run"],
      ["Adopt one by its address", "metis-curate . scout adopt https://github.com/acme/skills/tree/main/pdf"],
      ["Not this one", "metis-curate . scout dismiss sk-1f3870be27"],
    ],
  });

  readonly gapsOnly = Option.Boolean("--gaps-only", false, { description: "Only what fills an open gap" });
  readonly limit = Option.String("--limit", {
    description: `Skills to show, 1 to ${SCOUT_LIMIT_MAX} (${SCOUT_LIMIT_DEFAULT})`,
  });
  readonly refresh = Option.Boolean("--refresh", false, {
    description: "Ask again what was answered within a day",
  });
  readonly dryRun = Option.Boolean("--dry-run", false, {
    description: "With adopt: show what would be written",
  });
  readonly force = Option.Boolean("--force", false, {
    description: "With adopt: in spite of what was found in it",
  });
  readonly words = Option.Rest({ name: "query" });

  protected override validate(): void {
    const [act, ...targets] = this.words;
    const isAct = act === ADOPT || act === DISMISS;
    if (isAct && targets.length !== 1) {
      throw new UsageError(`scout ${act} takes one id or address, not ${targets.length}`);
    }
    if (act !== ADOPT && (this.dryRun || this.force)) {
      throw new UsageError(`${this.dryRun ? "--dry-run" : "--force"} goes with scout adopt only`);
    }
    if (isAct && (this.gapsOnly || this.refresh || this.limit !== undefined)) {
      throw new UsageError(`--gaps-only, --limit and --refresh go with a search, not with scout ${act}`);
    }
    if (this.limit !== undefined && !/^\d{1,9}$/.test(this.limit)) {
      throw new UsageError(`--limit "${this.limit}" is not a whole number from 1 to ${SCOUT_LIMIT_MAX}`);
    }
  }

  protected override async performMatching(opened: OpenedMatcher): Promise<number> {
    const scout = opened.scout();
    if (!scout.ok) return this.refuse(scout.refusal);
    const [act, target = ""] = this.words;
    const controller = new AbortController();
    const stop = this.context.interrupts.listen(() => controller.abort());
    try {
      if (act === ADOPT) return await this.adopt(scout.value, target, controller.signal);
      if (act === DISMISS) return this.show(await scout.value.dismiss(target), writeScoutDismissal);
      return await this.search(scout.value, controller.signal);
    } finally {
      stop();
    }
  }

  private async search(scout: SkillScout, signal: AbortSignal): Promise<number> {
    const outcome = await scout.search(
      {
        query: this.words.length === 0 ? null : this.words.join(" "),
        gapsOnly: this.gapsOnly,
        isFresh: this.refresh,
        ...(this.limit !== undefined && { limit: Number(this.limit) }),
      },
      signal,
    );
    const exitCode = this.show(outcome, writeScout);
    if (!outcome.ok) return exitCode;
    const { sources } = outcome.value;
    return sources.length > 0 && sources.every(({ failed }) => failed) ? EXIT_FAILED : EXIT_DONE;
  }

  private async adopt(scout: SkillScout, target: string, signal: AbortSignal): Promise<number> {
    const outcome = await scout.adopt(
      { target, force: this.force, dryRun: this.dryRun, withText: true },
      signal,
    );
    const exitCode = this.show(outcome, writeScoutAdoption);
    if (!outcome.ok || outcome.value.blocked === null) return exitCode;
    const refusal = { kind: "dangerous", message: outcome.value.blocked };
    if (!this.json) writeFailure(this.context, false, refusal);
    return EXIT_REFUSED;
  }
}
