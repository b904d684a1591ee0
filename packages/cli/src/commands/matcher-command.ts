import type { OpenedMatcher } from "../wire/matcher-opener.ts";
import { CuratorCommand } from "./curator-command.ts";

/** A command on the matcher of a root. */
export abstract class MatcherCommand extends CuratorCommand {
  /** Does the work and returns the exit code. */
  protected abstract performMatching(opened: OpenedMatcher): Promise<number>;

  override async execute(): Promise<number> {
    this.validate();
    const opened = await this.context.openMatcher(this.openOptions());
    if (!opened.ok) return this.refuse(opened.refusal);
    try {
      return await this.performMatching(opened.value);
    } finally {
      opened.value.close();
    }
  }

  protected override perform(): Promise<number> {
    return this.execute();
  }
}

/** A profile as typed: one name to look up, or a list of skills with commas. */
export function parseProfile(text: string | undefined): string | readonly string[] | null {
  if (text === undefined) return null;
  return text.includes(",") ? text.split(",").map((name) => name.trim()) : text;
}
