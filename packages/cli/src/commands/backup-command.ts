import { Command, Option } from "clipanion";
import { writeBackupReport } from "../reports/write-backup.ts";
import type { OpenedCurator } from "../wire/curator-opener.ts";
import { CuratorCommand, EXIT_FAILED } from "./curator-command.ts";
import { parseBytesMax, refuseBytesMax } from "./max-bytes.ts";

/** `backup`. Exit 1 when something could not be read, so that a script can ask. */
export class BackupCommand extends CuratorCommand {
  static override paths = [["backup"]];
  static override usage = Command.Usage({
    category: "Backups",
    description: "Copy skills, archive, state and the whole trace to a directory of their own",
    details:
      "The default place is ~/.metis/curator/backups, outside the workspace; nothing there is ever pruned. A backup is a plain directory: tree/ with the files, trace.db, and manifest.json with the hash of each. It is verified before it gets its name. Links, .git, virtual environments and node_modules are left out and listed. Exit code 1 when a file could not be read.",
    examples: [
      ["Back a workspace up", "metis-curate . backup"],
      ["Onto another disk", "metis-curate . backup --out /mnt/disk/backups"],
      ["Without the trace, which other libraries share", "metis-curate . backup --no-trace"],
    ],
  });

  readonly out = Option.String("--out", {
    description: "A directory to make the backup in, or a new name for it",
  });
  readonly noTrace = Option.Boolean("--no-trace", false, { description: "Leave the trace out" });
  readonly maxBytes = Option.String("--max-bytes", {
    description: "Refuse a library with more bytes, trace included (1073741824)",
  });

  protected override validate(): void {
    refuseBytesMax(this.maxBytes);
  }

  protected override async perform(opened: OpenedCurator): Promise<number> {
    const outcome = await opened.backups.create({
      ...(this.out !== undefined && { out: this.resolvePath("--out", this.out) }),
      withTrace: !this.noTrace,
      ...parseBytesMax(this.maxBytes),
    });
    const exitCode = this.show(outcome, writeBackupReport);
    return outcome.ok && !outcome.value.complete ? EXIT_FAILED : exitCode;
  }
}
