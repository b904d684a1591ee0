import { Command, Option } from "clipanion";
import { writeRestoredBackup } from "../reports/write-backup.ts";
import type { OpenedCurator } from "../wire/curator-opener.ts";
import { CuratorCommand } from "./curator-command.ts";
import { parseBytesMax, refuseBytesMax } from "./max-bytes.ts";

/** `restore-backup <backup>`. */
export class RestoreBackupCommand extends CuratorCommand {
  static override paths = [["restore-backup"]];
  static override usage = Command.Usage({
    category: "Backups",
    description: "Make skills, archive and state as they were in a backup, all or nothing",
    details:
      "Everything in the backup is verified first, and the present is backed up. Nothing is deleted: what is in the way moves aside, and the report says where. In the trace only events of this library that it lacks are added; where there is no database, that of the backup is put there. A restored skill counts as used today. Restore only backups of your own: one may say who wrote a skill.",
    examples: [
      ["Restore a backup", "metis-curate . restore-backup /mnt/disk/backups/monday"],
      ["Leave the trace alone", "metis-curate . restore-backup backups/monday --no-trace"],
    ],
  });

  readonly noTrace = Option.Boolean("--no-trace", false, {
    description: "Bring no events back, only record the restore",
  });
  readonly maxBytes = Option.String("--max-bytes", {
    description: "Refuse a backup with more bytes, trace included (1073741824)",
  });
  readonly backup = Option.String({ name: "backup" });

  protected override validate(): void {
    refuseBytesMax(this.maxBytes);
  }

  protected override mayLackLibrary(): boolean {
    return true;
  }

  protected override async perform(opened: OpenedCurator): Promise<number> {
    const path = this.resolvePath("<backup>", this.backup);
    const options = { withTrace: !this.noTrace, ...parseBytesMax(this.maxBytes) };
    return this.show(await opened.backups.restore(path, options), writeRestoredBackup);
  }
}
