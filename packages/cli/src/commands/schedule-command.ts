import { join, resolve } from "node:path";
import { Option, UsageError } from "clipanion";
import { changeService, parseManager } from "../service/change-service.ts";
import { dailyTime, jobName, SERVICE_MANAGERS, type ServiceJob } from "../service/service-job.ts";
import { CuratorCommand } from "./curator-command.ts";

/** `schedule` (CONTRACTS 10.2): a user's own service manager starts the due check of one library once a day. */
export class ScheduleCommand extends CuratorCommand {
  static override paths = [["schedule"]];
  static override usage = CuratorCommand.Usage({
    category: "Agents",
    description: "Let systemd, launchd or cron start the due check once a day",
    details:
      "For libraries whose agent has no hooks, or is seldom started. What is started is `--trigger scheduled`: it runs only when the interval has passed, within the same caps. Shows the unit, asks, and writes; `--dry-run` only prints it. One job for each library; `--uninstall` takes it away again.",
    examples: [
      ["Print the units of the global library", "metis-curate schedule --global --install systemd --dry-run"],
      ["For this workspace, on a Mac", "metis-curate schedule . --install launchd"],
      ["In a script", "metis-curate schedule . --layout claude-code --install cron --yes"],
      ["Take it back", "metis-curate schedule . --uninstall"],
    ],
  });

  readonly install = Option.String("--install", { description: `With ${SERVICE_MANAGERS.join(", ")}` });
  readonly uninstall = Option.Boolean("--uninstall", false, { description: "Take the job away" });
  readonly yes = Option.Boolean("--yes", false, { description: "Write without asking" });
  readonly dryRun = Option.Boolean("--dry-run", false, { description: "Only print what would be written" });

  protected override validate(): void {
    if (!this.global && this.context.workspace === null) {
      throw new UsageError(
        "schedule needs a workspace or --global: write metis-curate schedule . --install systemd",
      );
    }
    if ((this.install === undefined) !== this.uninstall) {
      throw new UsageError(`schedule needs --install <${SERVICE_MANAGERS.join("|")}> or --uninstall`);
    }
  }

  protected override perform(): Promise<number> {
    return this.execute();
  }

  override async execute(): Promise<number> {
    this.validate();
    const { context, uninstall, yes, dryRun, json } = this;
    const { home, env, version } = context;
    const installer = context.openServiceInstaller({ home, env, version, nowMs: context.nowMs() });
    const manager = this.install === undefined ? null : parseManager("--install", this.install);
    const job = this.job(installer.program);
    return changeService(context, installer, { job, manager, uninstall, yes, dryRun, json });
  }

  private job(program: string): ServiceJob {
    const words = [...this.targetWords(), ...this.optionWords()];
    const place = this.global ? "global" : resolve(this.context.cwd, this.context.workspace ?? ".");
    const name = jobName("", place, words);
    return {
      kind: "daily",
      name,
      description: `Metis Curator: due check of ${this.global ? "the global library" : place}`,
      command: [program, ...words, "--trigger", "scheduled"],
      environmentFile: join(this.context.home, ".metis", "environment"),
      ...dailyTime(name),
    };
  }

  private targetWords(): readonly string[] {
    const { cwd, workspace } = this.context;
    return this.global ? ["--global"] : [resolve(cwd, workspace ?? ".")];
  }

  /** Paths are absolute: the manager starts it somewhere else. */
  private optionWords(): readonly string[] {
    const { cwd } = this.context;
    const path = (name: string, value: string | undefined) =>
      value === undefined ? [] : [name, resolve(cwd, value)];
    return [
      ...(this.layout === undefined ? [] : ["--layout", this.layout]),
      ...path("--skills-dir", this.skillsDir),
      ...path("--config", this.config),
      ...path("--db-path", this.dbPath),
    ];
  }
}
