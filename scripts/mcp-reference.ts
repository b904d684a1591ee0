/** Writes the reference part of docs/mcp.md from the schemas: `bun scripts/mcp-reference.ts`. A test compares them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeMcpReference } from "../packages/mcp/src/index.ts";

const PAGE = join(import.meta.dir, "../docs/mcp.md");
const MARK = "<!-- Written by scripts/mcp-reference.ts from the schemas; change those. -->\n";

const [head] = readFileSync(PAGE, "utf8").split(MARK);
writeFileSync(PAGE, `${head}${MARK}\n${writeMcpReference()}`);
