import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeMcpReference } from "../../packages/mcp/src/index.ts";
import { writeCliPage } from "./cli-page.ts";
import { writeConfigPage } from "./config-page.ts";
import { writeConfigSchema } from "./config-schema.ts";
import { writeHttpPage } from "./http-page.ts";
import { writeManPage } from "./man-page.ts";

const ROOT = join(import.meta.dir, "../..");
const MARK = "<!-- Below this line: written by `bun run docs`. Change what it is written from. -->\n";

/** A committed file that is written from the program. */
export interface GeneratedFile {
  /** Relative to the repository. */
  readonly path: string;
  /** The whole file as it should be. */
  write(): Promise<string>;
}

export const GENERATED_FILES: readonly GeneratedFile[] = [
  belowMark("docs/cli.md", writeCliPage),
  belowMark("docs/configuration.md", writeConfigPage),
  belowMark("docs/http.md", writeHttpPage),
  belowMark("docs/mcp.md", writeMcpReference),
  { path: "docs/metis.schema.json", write: async () => writeConfigSchema() },
  { path: "man/metis-curate.1", write: async () => writeManPage() },
];

/** A page whose head is written by hand. Throws where the mark is missing. */
function belowMark(path: string, write: () => string | Promise<string>): GeneratedFile {
  return {
    path,
    write: async () => {
      const [head, tail] = readFileSync(join(ROOT, path), "utf8").split(MARK);
      if (tail === undefined) throw new Error(`${path} lacks the line ${MARK}`);
      return `${head}${MARK}\n${await write()}`;
    },
  };
}
