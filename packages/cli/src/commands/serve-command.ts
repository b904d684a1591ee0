import { join } from "node:path";
import { isLoopbackName } from "@metis-curate/server";
import { Command, Option, UsageError } from "clipanion";
import { writeServing } from "../reports/write-serving.ts";
import type { OpenedServer } from "../wire/server-opener.ts";
import { CuratorCommand, EXIT_DONE, type RootTarget } from "./curator-command.ts";

const HOST_DEFAULT = "127.0.0.1";
const PORT_DEFAULT = 8423;
const PORT_MAX = 65_535;
/** Shorter ones can be guessed. */
const TOKEN_CHARACTERS_MIN = 16;
const TOKEN_VARIABLE = "METIS_CURATE_TOKEN";

/** `serve` (CONTRACTS 11, 12). Runs until it is interrupted; then exit 0. */
export class ServeCommand extends CuratorCommand {
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
    if (!/^\d{1,5}$/.test(this.port) || Number(this.port) > PORT_MAX) {
      throw new UsageError(`--port "${this.port}" is not a whole number from 0 to ${PORT_MAX}`);
    }
    const host = this.hostName();
    if (!/^[A-Za-z0-9.:_-]+$/.test(host)) throw new UsageError(`--host "${this.host}" is no address`);
    const token = this.knownToken();
    if (token === null && !isLoopbackName(host.toLowerCase())) {
      throw new UsageError(
        `--host ${host} is reached from other machines: set ${TOKEN_VARIABLE} (or --token), or leave out --host`,
      );
    }
    if (token !== null && !isUsableToken(token)) {
      throw new UsageError(
        `the token must be ${TOKEN_CHARACTERS_MIN} or more visible ASCII characters, for example from openssl rand -hex 32`,
      );
    }
  }

  override async execute(): Promise<number> {
    this.validate();
    const opened = await this.context.openServer({
      ...this.openOptions(),
      host: this.hostName(),
      port: Number(this.port),
      token: this.knownToken(),
      version: this.context.version,
    });
    if (!opened.ok) return this.refuse(opened.refusal);
    const interrupted = this.untilInterrupted();
    this.announce(opened.value);
    await interrupted;
    await opened.value.close();
    return EXIT_DONE;
  }

  protected override perform(): Promise<number> {
    return this.execute();
  }

  /** The workspace's real path is shown on pages, wherever those are looked at. */
  protected override target(): RootTarget {
    const { workspace, cwd, files } = this.context;
    if (workspace !== null)
      return { workspace: this.resolvePath("<workspace>", workspace), global: this.global };
    if (this.global || !files.isDirectory(join(cwd, ".metis"))) return { workspace: null, global: true };
    return { workspace: cwd, global: false };
  }

  private announce({ url, host, port, root }: OpenedServer): void {
    const isTokenNeeded = this.knownToken() !== null;
    this.print({ url, host, port, root: root.key, path: root.path, token: isTokenNeeded }, writeServing);
  }

  /** A second interrupt ends the process at once. */
  private untilInterrupted(): Promise<void> {
    const { interrupts } = this.context;
    return new Promise((resolve) => {
      let count = 0;
      interrupts.listen(() => {
        count += 1;
        if (count > 1) interrupts.kill();
        resolve();
      });
    });
  }

  private hostName(): string {
    return this.host.replace(/^\[(.*)\]$/, "$1");
  }

  private knownToken(): string | null {
    return this.token ?? (this.context.env[TOKEN_VARIABLE] || null);
  }
}

function isUsableToken(token: string): boolean {
  return token.length >= TOKEN_CHARACTERS_MIN && /^[\x21-\x7e]+$/.test(token);
}
