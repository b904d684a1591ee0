import { Command, Option } from "clipanion";
import { writeServing } from "../reports/write-serving.ts";
import type { OpenedServer } from "../wire/server-opener.ts";
import { EXIT_DONE } from "./curator-command.ts";
import { HOST_DEFAULT, type Listening, ServingCommand, TOKEN_VARIABLE } from "./serving-command.ts";

const PORT_DEFAULT = 8423;

/** `serve` (CONTRACTS 11, 12). Runs until it is interrupted; then exit 0. */
export class ServeCommand extends ServingCommand {
  static override paths = [["serve"]];
  static override usage = Command.Usage({
    category: "Looking",
    description: "Show what the curator did and what it cost, in a browser and over HTTP",
    details:
      "Only reads. Without a workspace it serves the directory you are in, or the global library where that is no workspace. Other machines reach it only with `--host` and a token of at least 16 characters: better in METIS_CURATE_TOKEN than on the command line, where other users see it. Programs send it as `Authorization: Bearer`; a browser opens any page once with `?token=…`. Ctrl-C stops it.",
    examples: [
      ["Open http://127.0.0.1:8423/", "metis-curate serve ."],
      ["The global library, on another port", "metis-curate serve --global --port 9000"],
    ],
  });

  readonly host = Option.String("--host", HOST_DEFAULT, { description: "Address to listen at (127.0.0.1)" });
  readonly port = Option.String("--port", String(PORT_DEFAULT), {
    description: `Port to listen at, 0 for any free one (${PORT_DEFAULT})`,
  });
  readonly token = Option.String("--token", {
    description: `What requests must know (${TOKEN_VARIABLE})`,
  });

  protected override validate(): void {
    this.readListening();
  }

  override async execute(): Promise<number> {
    const listening = this.readListening();
    const opened = await this.context.openServer({
      ...this.openOptions(),
      ...listening,
      version: this.context.version,
    });
    if (!opened.ok) return this.refuse(opened.refusal);
    const interrupted = this.untilInterrupted();
    this.announce(opened.value, listening);
    await interrupted;
    await opened.value.close();
    return EXIT_DONE;
  }

  private announce({ url, host, port, root }: OpenedServer, { token }: Listening): void {
    const report = { url, host, port, root: root.key, path: root.path, token: token !== null };
    this.print(report, writeServing);
  }

  private readListening(): Listening {
    return this.listening(this);
  }
}
