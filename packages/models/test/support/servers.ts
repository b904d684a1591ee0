import { afterEach } from "bun:test";
import {
  type ModelServer,
  type ModelServerOptions,
  modelServer,
  type ServerReply,
} from "@metis-curate/testkit";

const open: ModelServer[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

/** A model server for one test; it is closed after it. */
export async function serve(
  reply: ServerReply | ModelServerOptions["script"],
  options: Partial<ModelServerOptions> = {},
): Promise<ModelServer> {
  const script = typeof reply === "function" ? reply : () => reply;
  const server = await modelServer({ script, ...options });
  open.push(server);
  return server;
}
