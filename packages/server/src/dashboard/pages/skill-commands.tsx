/** @jsxImportSource hono/jsx */
import { Command } from "../components/command.tsx";
import { Instant } from "../components/instant.tsx";
import type { SkillData } from "../data/dashboard-data.ts";
import { shellWord } from "../text/shell-word.ts";
import type { View } from "../view.ts";

interface SkillCommandsProps {
  readonly view: View;
  readonly data: SkillData;
}

/** What an operator can do with this skill, as commands: this page changes nothing. */
export function SkillCommands({ view, data }: SkillCommandsProps) {
  return (
    <section aria-labelledby="commands">
      <h2 id="commands">What you can do</h2>
      <dl class="pairs">
        {commandsFor(data).map(({ what, verb }) => (
          <div>
            <dt>{what}</dt>
            <dd>
              <Command line={`${view.commandLine} ${verb}`} />
            </dd>
          </div>
        ))}
      </dl>
      <Archives view={view} data={data} />
    </section>
  );
}

interface Possible {
  readonly what: string;
  readonly verb: string;
}

/** Origins that the curator leaves alone until they are adopted. */
const PERSONS_OWN: ReadonlySet<string> = new Set(["manual", "imported", "unknown"]);

function commandsFor({ row, suggestedDescription }: SkillData): readonly Possible[] {
  const name = shellWord(row.name);
  if (row.state === "archived") return [{ what: "Bring it back", verb: `restore ${name}` }];
  const isOwn = PERSONS_OWN.has(row.origin);
  return [
    row.pinned
      ? { what: "Let runs touch it again", verb: `unpin ${name}` }
      : { what: "Keep runs off it", verb: `pin ${name}` },
    { what: "Put it away", verb: `archive ${name}${isOwn || row.pinned ? " --force" : ""}` },
    isOwn
      ? { what: "Let the curator maintain it", verb: `adopt ${name}` }
      : { what: "Make it yours", verb: `disown ${name}` },
    ...(row.reason === "hand-edited"
      ? [{ what: "Take its present text as the new start", verb: `adopt ${name}` }]
      : []),
    ...(suggestedDescription === null
      ? []
      : [{ what: "Take the suggested description", verb: `apply-description ${name}` }]),
  ];
}

function Archives({ view, data }: SkillCommandsProps) {
  if (data.archives.length === 0) return null;
  return (
    <>
      <h3>In the archive</h3>
      <ul class="files">
        {data.archives.map(({ id, kind, at }) => (
          <li>
            {kind === "edit" ? "Its text before a change" : "The whole skill"}, <Instant iso={at} />{" "}
            <Command
              line={
                kind === "edit"
                  ? `${view.commandLine} restore ${shellWord(data.row.name)} --before ${after(at)}`
                  : `${view.commandLine} restore ${shellWord(id)}`
              }
            />
          </li>
        ))}
      </ul>
    </>
  );
}

const SECOND_MS = 1_000;

/** `--before` takes the newest snapshot older than it: one second later names this one. */
function after(iso: string): string {
  const ms = Date.parse(iso);
  return Number.isNaN(ms) ? iso : `${new Date(ms + SECOND_MS).toISOString().slice(0, 19)}Z`;
}
