import type { ActReport, Outcome } from "@metis-curate/core";
import { Option } from "clipanion";
import type { Page } from "../text/page.ts";
import type { OpenedCurator } from "../wire/curator-opener.ts";
import { CuratorCommand } from "./curator-command.ts";

/** Writes what one manual act did, in one line. */
export function writeAct(page: Page, report: ActReport): void {
  page.text(report.message);
}

/** A manual act on one skill. */
export abstract class SkillActCommand extends CuratorCommand {
  readonly skill = Option.String({ name: "skill" });

  protected abstract act(opened: OpenedCurator): Promise<Outcome<ActReport>>;

  protected override async perform(opened: OpenedCurator): Promise<number> {
    return this.show(await this.act(opened), writeAct);
  }
}
