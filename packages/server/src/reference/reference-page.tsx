/** @jsxImportSource hono/jsx */
import { createHash } from "node:crypto";
import { raw } from "hono/html";
import type { OpenApiDocument } from "./openapi-document.ts";
import { listOperations, type Operation, type Parameter } from "./operations.ts";

const STYLE = `:root{color-scheme:light dark;background:light-dark(#fff,#15171c);color:light-dark(#15171c,#e8e8e8)}
body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem}
code,pre{font:.875rem/1.5 ui-monospace,monospace}
pre{overflow:auto;padding:.75rem;border:1px solid #8888;border-radius:.25rem}
section{border-top:1px solid #8888;padding-top:.5rem;margin-top:1.5rem}
h2 code{font-size:1.125rem}
code,td{overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #8884}
details{margin:.5rem 0}
a{color:light-dark(#0b57d0,#8ab4f8)}
a:focus-visible,summary:focus-visible,pre:focus-visible{outline:2px solid}`;

/** What the page may do: show itself. Its one style sheet is named by its hash. */
export const REFERENCE_POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The OpenAPI document for people, one page without scripts. */
export function ReferencePage({ document }: { readonly document: OpenApiDocument }) {
  const operations = listOperations(document);
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${document.info.title}: HTTP reference`}</title>
        <style>{raw(STYLE)}</style>
      </head>
      <body>
        <header>
          <h1>{document.info.title}: HTTP reference</h1>
          <p>{document.info.description}</p>
          <p>
            For programs: <a href="openapi.json">openapi.json</a>. Errors are{" "}
            <code>{'{"error": {"code", "message", "details"}}'}</code>. With a token, send{" "}
            <code>Authorization: Bearer …</code>.
          </p>
        </header>
        <nav aria-label="Routes">
          <ul>
            {operations.map(({ id, path, summary }) => (
              <li>
                <a href={`#${id}`}>
                  <code>{path}</code>
                </a>{" "}
                {summary}
              </li>
            ))}
          </ul>
        </nav>
        <main>
          {operations.map((operation) => (
            <OperationSection operation={operation} />
          ))}
        </main>
      </body>
    </html>
  );
}

function OperationSection({ operation }: { readonly operation: Operation }) {
  const { id, method, path, summary, description, parameters, responses } = operation;
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <code>{`${method} ${path}`}</code>
      </h2>
      <p>
        {summary}. {description}
      </p>
      {parameters.length > 0 && <ParameterTable parameters={parameters} label={`Parameters of ${path}`} />}
      {responses.map(({ status, text, schema }) => (
        <details>
          <summary>
            <code>{status}</code> {text}
          </summary>
          {schema !== null && (
            <pre tabindex={0}>
              <code>{schema}</code>
            </pre>
          )}
        </details>
      ))}
    </section>
  );
}

function ParameterTable({
  parameters,
  label,
}: {
  readonly parameters: readonly Parameter[];
  readonly label: string;
}) {
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Parameter</th>
          <th scope="col">In</th>
          <th scope="col">Values</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {parameters.map(({ name, place, values, meaning }) => (
          <tr>
            <td>
              <code>{name}</code>
            </td>
            <td>{place}</td>
            <td>{values}</td>
            <td>{meaning}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
