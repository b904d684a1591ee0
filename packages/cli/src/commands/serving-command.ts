import { join } from "node:path";
import { isLoopbackName } from "@metis-curate/http";
import { LAYOUT_ROWS } from "@metis-curate/runtimes";
import { UsageError } from "clipanion";
import { CuratorCommand, type RootTarget } from "./curator-command.ts";

export const HOST_DEFAULT = "127.0.0.1";
const PORT_MAX = 65_535;
/** Shorter ones can be guessed. */
const TOKEN_CHARACTERS_MIN = 16;
export const TOKEN_VARIABLE = "METIS_CURATE_TOKEN";

/** Where to listen and what requests must know. */
export interface Listening {
  readonly host: string;
  readonly port: number;
  readonly token: string | null;
}

/** A command that goes on until it is interrupted, at the directory it is in unless a workspace is named. */
export abstract class ServingCommand extends CuratorCommand {
  protected override perform(): Promise<number> {
    return this.execute();
  }

  /** The workspace's real path is shown on pages, wherever those are looked at. */
  protected override target(): RootTarget {
    const { workspace, cwd, files } = this.context;
    if (workspace !== null)
      return { workspace: this.resolvePath("<workspace>", workspace), global: this.global };
    const mark = this.mark();
    const isWorkspace = !this.global && mark !== null && files.isDirectory(join(cwd, ...mark));
    return isWorkspace ? { workspace: cwd, global: false } : { workspace: null, global: true };
  }

  /**
   * What tells that the directory at hand is a workspace: `.metis`, or the skills of the layout that was asked for; null
   * for one that has no workspaces.
   */
  private mark(): readonly string[] | null {
    const row = LAYOUT_ROWS.find(({ layout }) => layout.name === this.layout);
    if (row === undefined) return [".metis"];
    return row.layout.homeOnly === true ? null : row.layout.skills;
  }

  /** The options as typed, checked; the token may be in the environment. Throws `UsageError`. */
  protected listening(typed: {
    readonly host: string;
    readonly port: string;
    readonly token: string | undefined;
  }): Listening {
    if (!/^\d{1,5}$/.test(typed.port) || Number(typed.port) > PORT_MAX) {
      throw new UsageError(`--port "${typed.port}" is not a whole number from 0 to ${PORT_MAX}`);
    }
    const host = typed.host.replace(/^\[(.*)\]$/, "$1");
    if (!/^[A-Za-z0-9.:_-]+$/.test(host)) throw new UsageError(`--host "${typed.host}" is no address`);
    const token = typed.token ?? (this.context.env[TOKEN_VARIABLE] || null);
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
    return { host, port: Number(typed.port), token };
  }

  /** A second interrupt ends the process at once. */
  protected untilInterrupted(): Promise<void> {
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
}

function isUsableToken(token: string): boolean {
  return token.length >= TOKEN_CHARACTERS_MIN && /^[\x21-\x7e]+$/.test(token);
}
