import type { Refusal } from "@metis-curate/core";
import { Command } from "clipanion";
import { writeLayouts } from "../reports/write-layouts.ts";
import { writeStatus } from "../reports/write-status.ts";
import type { OpenedCurator } from "../wire/curator-opener.ts";
import { CuratorCommand, EXIT_DONE } from "./curator-command.ts";

/** `status` (CONTRACTS 10.7, 14). */
export class StatusCommand extends CuratorCommand {
  static override paths = [["status"]];
  static override usage = Command.Usage({
    category: "Looking",
    description: "Show when the curator last ran, what it may spend, and what waits",
    details:
      "Changes nothing and waits for no lock. Lists every agent's skills directory that is here, who reads it, and whether that agent is hooked or imported.",
    examples: [
      ["Status of a workspace", "metis-curate . status"],
      ["For a script", "metis-curate . status --json"],
    ],
  });

  override async execute(): Promise<number> {
    this.validate();
    const opened = await this.context.openCurator(this.openOptions());
    if (!opened.ok) return this.withoutLibrary(opened.refusal);
    try {
      return await this.perform(opened.value);
    } finally {
      opened.value.close();
    }
  }

  protected override async perform(opened: OpenedCurator): Promise<number> {
    const status = await opened.curator.status();
    if (!status.ok) return this.refuse(status.refusal);
    const layouts = this.context.listLayouts(this.openOptions());
    this.print({ ...status.value, layouts }, (page, report, view) => {
      writeStatus(page, report, view);
      writeLayouts(page, layouts);
    });
    return EXIT_DONE;
  }

  /** Who asks without naming a layout wants to know which there are. */
  private withoutLibrary(refusal: Refusal): number {
    const isOpen = this.layout === undefined && this.skillsDir === undefined;
    if (refusal.kind !== "no-skills-directory" || !isOpen) return this.refuse(refusal);
    const layouts = this.context.listLayouts(this.openOptions());
    if (layouts.length === 0) return this.refuse(refusal);
    this.print({ root: null, layouts }, (page) => {
      page.text("no skills of the layout metis here");
      writeLayouts(page, layouts);
    });
    return EXIT_DONE;
  }
}
