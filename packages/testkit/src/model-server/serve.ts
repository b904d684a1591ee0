/**
 * Starts the model server with careful answers, to try the curator by hand without a key or cost:
 * `bun packages/testkit/src/model-server/serve.ts [port]`. Ends with Ctrl-C and then prints its books.
 */
import { carefulAnswers } from "./careful/index.ts";
import { modelServer } from "./model-server.ts";

const DEFAULT_PORT = 8_555;
const PORT_MAX = 65_535;

async function serve(word: string | undefined): Promise<void> {
  const port = Number(word ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > PORT_MAX) {
    console.error(`error: "${word}" is no port; write for example: serve.ts ${DEFAULT_PORT}`);
    process.exitCode = 2;
    return;
  }
  const server = await modelServer({ script: carefulAnswers(), port });
  console.log(`Messages API: ${server.url}, chat completions: ${server.openaiUrl}; Ctrl-C ends`);
  process.once("SIGINT", async () => {
    console.log(`\n${server.requests.length} requests, ${server.ledger.length} billed, ${server.bill()} USD`);
    await server.close();
  });
}

if (import.meta.main) await serve(process.argv[2]);
