/** @jsxImportSource hono/jsx */
import { SkillLinks } from "../components/skill-links.tsx";
import type { Links } from "../links.ts";
import { formatCountOf } from "../text/format-number.ts";
import { visibleLine } from "../text/visible-text.ts";
import type { Lineage, LineageEdge, LineageNode } from "./lineage-of.ts";

const COLUMN = 220;
const ROW = 36;
const BOX_WIDTH = 180;
const BOX_HEIGHT = 26;
const NAME_LENGTH_MAX = 24;

interface LineageProps {
  readonly skill: string;
  readonly lineage: Lineage;
  readonly links: Links;
}

/** What became this skill and what it became: a picture, and the same in words. */
export function LineagePicture({ skill, lineage, links }: LineageProps) {
  const { nodes, edges, ancestors, heirs, hidden } = lineage;
  const width = Math.max(...nodes.map(({ column }) => column)) * COLUMN + BOX_WIDTH + 2;
  const height = Math.max(...nodes.map(({ row }) => row)) * ROW + BOX_HEIGHT + 2;
  return (
    <figure class="lineage">
      <section class="lineage-scroll" aria-label="Picture of the lineage" tabindex={0}>
        <svg width={width} height={height} viewBox={`-1 -1 ${width} ${height}`} aria-hidden="true">
          {edges.map((edge) => (
            <Edge edge={edge} />
          ))}
          {nodes.map((node) => (
            <Box node={node} isSelf={node.name === skill} />
          ))}
        </svg>
      </section>
      <figcaption>
        {ancestors.length > 0 && (
          <p>
            Merged into it: <SkillLinks names={ancestors} links={links} />
            {hidden > 0 && `, and ${formatCountOf(hidden, "earlier one")}`}.
          </p>
        )}
        {heirs.length > 0 && (
          <p>
            It was merged into <SkillLinks names={heirs} links={links} />.
          </p>
        )}
      </figcaption>
    </figure>
  );
}

function Edge({ edge: { from, to } }: { readonly edge: LineageEdge }) {
  const x1 = from.column * COLUMN + BOX_WIDTH;
  const x2 = to.column * COLUMN;
  const y1 = from.row * ROW + BOX_HEIGHT / 2;
  const y2 = to.row * ROW + BOX_HEIGHT / 2;
  const middle = (x1 + x2) / 2;
  return <path class="edge" d={`M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`} />;
}

interface BoxProps {
  readonly node: LineageNode;
  readonly isSelf: boolean;
}

function Box({ node, isSelf }: BoxProps) {
  const x = node.column * COLUMN;
  const y = node.row * ROW;
  return (
    <g class={isSelf ? "node node-self" : "node"}>
      <rect x={x} y={y} width={BOX_WIDTH} height={BOX_HEIGHT} rx={4} />
      <text x={x + BOX_WIDTH / 2} y={y + BOX_HEIGHT / 2} text-anchor="middle" dominant-baseline="central">
        {shortName(node.name)}
      </text>
    </g>
  );
}

/** Cut by code points, with the dots that say so. */
function shortName(name: string): string {
  const points = [...visibleLine(name)];
  return points.length <= NAME_LENGTH_MAX
    ? points.join("")
    : `${points.slice(0, NAME_LENGTH_MAX - 1).join("")}…`;
}
