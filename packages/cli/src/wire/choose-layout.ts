import { createHash } from "node:crypto";
import { relative, sep } from "node:path";
import { foreignLayout, LAYOUTS, type Layout, type Outcome } from "@metis-curate/core";

const HASH_DIGITS = 8;
const OURS = [`.metis${sep}skills-archive`, `.metis${sep}curator`];

export interface LayoutChoice {
  readonly layouts: readonly Layout[];
  readonly name: string;
}

/**
 * The layout that `--layout` or `--skills-dir` asks for. A skills directory of one's own is a layout of its
 * own, so that its archive, state and events never mix with another's. Refusals (exit 2): both options, a
 * directory outside `base`.
 */
export function chooseLayout(
  base: string,
  options: { readonly layout?: string; readonly skillsDir?: string },
): Outcome<LayoutChoice> {
  if (options.skillsDir === undefined) {
    return { ok: true, value: { layouts: LAYOUTS, name: options.layout ?? "metis" } };
  }
  if (options.layout !== undefined) return refuse("--layout and --skills-dir exclude each other; give one");
  const inside = relative(base, options.skillsDir);
  if (inside === "" || inside === ".." || inside.startsWith(`..${sep}`) || inside.startsWith(sep)) {
    return refuse(
      `--skills-dir ${options.skillsDir} is not inside ${base}; name the workspace that holds it`,
    );
  }
  const known = LAYOUTS.find(({ skills }) => skills.join(sep) === inside);
  if (known !== undefined) return { ok: true, value: { layouts: LAYOUTS, name: known.name } };
  if (touchesOurs(inside)) {
    return refuse(
      `--skills-dir ${options.skillsDir} holds, or lies in, the archive or the state; name another directory`,
    );
  }
  const hash = createHash("sha256").update(inside, "utf8").digest("hex").slice(0, HASH_DIGITS);
  const layout = foreignLayout(`dir-${hash}`, inside.split(sep));
  return { ok: true, value: { layouts: [...LAYOUTS, layout], name: layout.name } };
}

/** Archive and state never lie inside a skills directory, nor the other way round (CONTRACTS 2). */
function touchesOurs(inside: string): boolean {
  return OURS.some(
    (ours) => `${ours}${sep}`.startsWith(`${inside}${sep}`) || inside.startsWith(`${ours}${sep}`),
  );
}

function refuse(message: string): Outcome<never> {
  return { ok: false, refusal: { kind: "bad-skills-dir", message, exitCode: 2 } };
}
