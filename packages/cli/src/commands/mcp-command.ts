import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { Command, Option, UsageError } from "clipanion";
import { writeMcpServing } from "../reports/write-mcp-serving.ts";
import { changeService, parseManager } from "../service/change-service.ts";
import { dailyTime, jobName, SERVICE_MANAGERS, type ServiceJob } from "../service/service-job.ts";
import type { McpChannel, OpenedMcp } from "../wire/mcp-opener.ts";
import { EXIT_DONE } from "./curator-command.ts";
import { HOST_DEFAULT, ServingCommand, TOKEN_VARIABLE } from "./serving-command.ts";

const PORT_DEFAULT = 3204;

/** `mcp` (CONTRACTS 11, 13.9). Runs until its client is gone or it is interrupted; then exit 0. */
export class McpCommand extends ServingCommand {
  static override paths = [["mcp"]];
  static override usage = Command.Usage({
    category: "Matching",
    description: "Serve skills to agents over MCP",
    details:
      "An agent's settings start it without options: it then speaks MCP on stdin and stdout and ends with its client. `--http` serves any number of clients at http://127.0.0.1:3204/mcp instead. Without a workspace it serves the directory it is started in, or the global library where that is no workspace. Agents may archive, promote and restore only skills that agents wrote and nobody pinned. Other machines reach it only with `--host` and a token, sent as `Authorization: Bearer`. `--install-service` has your service manager keep the `--http` server running.",
    examples: [
      ["What an agent's settings run", "metis-curate mcp"],
      ["One server for several agents", "metis-curate mcp . --http"],
      ["The global library, on another port", "metis-curate mcp --global --http --port 9000"],
      ["Always there, from the login on", "metis-curate mcp --global --install-service systemd --dry-run"],
    ],
  });

  readonly http = Option.Boolean("--http", false, {
    description: "Serve over Streamable HTTP instead of stdin and stdout",
  });
  readonly host = Option.String("--host", { description: `Address to listen at (${HOST_DEFAULT})` });
  readonly port = Option.String("--port", {
    description: `Port to listen at, 0 for any free one (${PORT_DEFAULT})`,
  });
  readonly token = Option.String("--token", {
    description: `What requests must know (${TOKEN_VARIABLE})`,
  });

  readonly installService = Option.String("--install-service", {
    description: `Have ${SERVICE_MANAGERS.join(", ")} start the --http server at your login`,
  });
  readonly uninstall = Option.Boolean("--uninstall", false, {
    description: "Take that service away again",
  });
  readonly yes = Option.Boolean("--yes", false, { description: "Write the service without asking" });
  readonly dryRun = Option.Boolean("--dry-run", false, { description: "Only print the service" });

  protected override validate(): void {
    if (this.installService === undefined && !this.uninstall) this.channel();
  }

  override async execute(): Promise<number> {
    if (this.installService !== undefined || this.uninstall) return this.changeService();
    if (this.yes || this.dryRun) throw new UsageError("--yes and --dry-run are for --install-service");
    const channel = this.channel();
    const opened = await this.context.openMcp({
      ...this.openOptions(),
      channel,
      version: this.context.version,
    });
    if (!opened.ok) return this.refuse(opened.refusal);
    const interrupted = this.untilInterrupted();
    if (channel.kind === "http") this.announce(opened.value, channel.token !== null);
    await Promise.race([interrupted, opened.value.closed]);
    await opened.value.close();
    return EXIT_DONE;
  }

  private changeService(): Promise<number> {
    const { context, installService, uninstall, yes, dryRun, json } = this;
    if (installService !== undefined && uninstall) {
      throw new UsageError("--install-service and --uninstall contradict each other: give one of them");
    }
    if (this.token !== undefined) {
      throw new UsageError(
        `a unit is no place for a token: put ${TOKEN_VARIABLE}=… into ~/.metis/environment`,
      );
    }
    const { home, env, version } = context;
    const installer = context.openServiceInstaller({ home, env, version, nowMs: context.nowMs() });
    const manager = installService === undefined ? null : parseManager("--install-service", installService);
    const job = this.job(installer.program);
    return changeService(context, installer, { job, manager, uninstall, yes, dryRun, json });
  }

  private job(program: string): ServiceJob {
    const { cwd, home, workspace } = this.context;
    const place = this.global || workspace === null ? "global" : resolve(cwd, workspace);
    const target = place === "global" ? ["--global"] : [place];
    const typed = {
      host: this.host ?? HOST_DEFAULT,
      port: this.port ?? String(PORT_DEFAULT),
      token: undefined,
    };
    const { host, port } = this.listening(typed);
    const where = [
      ...(this.host === undefined ? [] : ["--host", host]),
      ...(this.port === undefined ? [] : ["--port", String(port)]),
    ];
    const layout = this.layout === undefined ? [] : ["--layout", this.layout];
    const words = ["mcp", ...target, "--http", ...where, ...layout];
    const name = jobName("mcp", place, [...target, ...layout]);
    return {
      kind: "lasting",
      name,
      description: `Metis Curator: skills of ${place === "global" ? "the global library" : place} over MCP`,
      command: [program, ...words],
      environmentFile: join(home, ".metis", "environment"),
      ...dailyTime(name),
    };
  }

  private channel(): McpChannel {
    const { host, port, token } = this;
    if (this.http) {
      const typed = { host: host ?? HOST_DEFAULT, port: port ?? String(PORT_DEFAULT), token };
      return { kind: "http", ...this.listening(typed) };
    }
    if (host !== undefined || port !== undefined || token !== undefined) {
      throw new UsageError("--host, --port and --token are for --http");
    }
    if (this.json) throw new UsageError("--json needs --http: without it stdout is the client's");
    const { stdin, stdout } = this.context;
    return { kind: "stdio", input: stdin instanceof Readable ? stdin : Readable.from(stdin), output: stdout };
  }

  private announce({ endpoint, skillsDirs }: OpenedMcp, token: boolean): void {
    if (endpoint === null) return;
    this.print({ ...endpoint, skills_dirs: skillsDirs, token }, writeMcpServing);
  }
}
