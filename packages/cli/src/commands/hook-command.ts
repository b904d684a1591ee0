import { isRuntimeName, RUNTIME_NAMES } from "@metis-curate/runtimes";
import { Command, Option, UsageError } from "clipanion";
import type { CommandContext } from "../context/cli-context.ts";
import { EXIT_DONE } from "./curator-command.ts";

/** `hook` (CONTRACTS 14). The program's entry takes a shorter way (`hook/hook-main.ts`) that loads no commands. */
export class HookCommand extends Command<CommandContext> {
  static override paths = [["hook"]];
  static override usage = Command.Usage({
    category: "Agents",
    description: "Take one record of an agent on stdin; agents call this",
    details:
      "What `init` puts into an agent's settings. It keeps which skill was used, by name, path, hash, size and time, and nothing that was said or done; it answers at once and always ends with 0. When a session ends it starts the due check as a process of its own. What it could not do is in ~/.metis/curator/hook.log.",
    examples: [["What an agent's settings run", "metis-curate hook claude-code"]],
  });

  readonly runtime = Option.String({ name: "runtime" });

  override async execute(): Promise<number> {
    const { runtime } = this;
    if (!isRuntimeName(runtime)) {
      throw new UsageError(`no agent is called "${runtime}"; it is one of ${RUNTIME_NAMES.join(", ")}`);
    }
    const { home, env, stdin, stdout } = this.context;
    const answer = await this.context.runHook(runtime, { home, env, stdin, nowMs: this.context.nowMs() });
    if (answer !== "") stdout.write(`${answer}\n`);
    return EXIT_DONE;
  }
}
