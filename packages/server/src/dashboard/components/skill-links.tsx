/** @jsxImportSource hono/jsx */
import type { Links } from "../links.ts";
import { formatInteger } from "../text/format-number.ts";
import { Line } from "./text.tsx";

interface SkillLinksProps {
  readonly names: readonly string[];
  readonly links: Links;
  /** Names shown; the others are counted. */
  readonly most?: number;
}

/** Names of skills, each a link to its page. */
export function SkillLinks({ names, links, most = names.length }: SkillLinksProps) {
  const shown = names.slice(0, most);
  const rest = names.length - shown.length;
  return (
    <span class="skill-links">
      {shown.map((name, index) => (
        <>
          {index > 0 && ", "}
          <a class="skill-name" href={links.skill(name)}>
            <Line text={name} />
          </a>
        </>
      ))}
      {rest > 0 && ` and ${formatInteger(rest)} more`}
    </span>
  );
}
