import { createLibraryReader } from "@metis-curate/core";
import { createCuratorApp, LibraryUnavailable } from "@metis-curate/server";
import { curatorFixture, patternFinder } from "@metis-curate/testkit";
import { formatType } from "../../packages/mcp/src/reference/format-type.ts";
import type { OpenApiDocument } from "../../packages/server/src/reference/openapi-document.ts";
import { listOperations, type Operation } from "../../packages/server/src/reference/operations.ts";
import { code, markdownTable, plain } from "./markdown.ts";

const PATTERN_CHARACTERS_MAX = 30;

/** The reference of the HTTP interface: the generated part of `docs/http.md`, from the OpenAPI document it serves. */
export async function writeHttpPage(): Promise<string> {
  const answer = await referenceApp().request("/openapi.json");
  const operations = listOperations((await answer.json()) as OpenApiDocument);
  const index = operations.map(({ method, path, summary }) => [
    `[${code(`${method} ${shownPath(path)}`)}](#${anchorOf(shownPath(path))})`,
    summary,
  ]);
  return `## Every route

${markdownTable(["route", "what it answers"], index)}
${operations.map(writeOperation).join("\n")}`;
}

/** An app over an empty library in memory: its routes are those of every app. */
function referenceApp(): ReturnType<typeof createCuratorApp> {
  const { deps, trace, clock } = curatorFixture({});
  const library = createLibraryReader(deps);
  return createCuratorApp({
    trace,
    root: deps.root,
    library,
    countSkills: async () => {
      const counts = await library.counts();
      if (!counts.ok) throw new LibraryUnavailable(counts.refusal);
      return counts.value;
    },
    secrets: patternFinder(),
    clock,
    pricingVersion: deps.prices.version,
    version: "reference",
    commandLine: "metis-curate .",
  });
}

function writeOperation({ path, summary, description, parameters, responses }: Operation): string {
  const answers = responses.map(({ status, text }) => [status, plain(text)]);
  const shape = responses.find(({ status, schema }) => status === "200" && schema !== null)?.schema;
  const told = parameters.map(({ name, place, values, meaning }) => [
    code(name),
    place,
    code(shownValues(values)),
    plain(meaning),
  ]);
  return `### ${shownPath(path)}

${summary}.${description === "" ? "" : ` ${plain(description)}`}

${told.length === 0 ? "It takes no parameters.\n" : markdownTable(["parameter", "in", "values", "meaning"], told)}
${markdownTable(["status", "meaning"], answers)}${shape === undefined || shape === null ? "" : answerShape(shape)}`;
}

function answerShape(schema: string): string {
  const type = formatType(JSON.parse(schema));
  if (!type.includes("{")) return "";
  return `
Answer:

\`\`\`ts
${type}
\`\`\`
`;
}

/** A long pattern tells a person less than the words beside it. */
function shownValues(values: string): string {
  return values.startsWith("^") && values.length > PATTERN_CHARACTERS_MAX ? "text" : values;
}

/** As a router shows it: `/analytics/curator/runs/:id`. */
function shownPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

function anchorOf(path: string): string {
  return path.toLowerCase().replace(/[^a-z0-9-]/g, "");
}
