import { Readable } from "node:stream";
import { Command, Option, UsageError } from "clipanion";
import { writeMcpServing } from "../reports/write-mcp-serving.ts";
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
      "An agent's settings start it without options: it then speaks MCP on stdin and stdout and ends with its client. `--http` serves any number of clients at http://127.0.0.1:3204/mcp instead. Without a workspace it serves the directory it is started in, or the global library where that is no workspace. Agents may archive, promote and restore only skills that agents wrote and nobody pinned. Other machines reach it only with `--host` and a token, sent as `Authorization: Bearer`.",
    examples: [
      ["What an agent's settings run", "metis-curate mcp"],
      ["One server for several agents", "metis-curate mcp . --http"],
      ["The global library, on another port", "metis-curate mcp --global --http --port 9000"],
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

  protected override validate(): void {
    this.channel();
  }

  override async execute(): Promise<number> {
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
