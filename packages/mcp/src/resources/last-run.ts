import type { ReadResourceResult } from "@modelcontextprotocol/server";
import type { McpLibrary } from "../mcp-deps.ts";
import type { McpServing } from "../server/create-mcp-server.ts";

/** Entries of the history that are searched for the run's actions. */
const HISTORY_ENTRIES_MAX = 500;

/** Returns how the last run of each library ended, with its actions; `last_run` is null before the first. */
export async function readLastRun({ deps, redactor }: McpServing, uri: URL): Promise<ReadResourceResult> {
  const opened = await deps.open();
  const libraries = await Promise.all((opened.ok ? opened.value.libraries : []).map(describeLastRun));
  const text = JSON.stringify(await redactor.json({ libraries }), null, 2);
  return { contents: [{ uri: uri.href, mimeType: "application/json", text }] };
}

async function describeLastRun({ scope, reader }: McpLibrary): Promise<object> {
  const status = await reader.status();
  if (!status.ok) return { scope, error: { kind: status.refusal.kind, message: status.refusal.message } };
  const { root, last_curation_at, next_due_at, last_run } = status.value;
  const seen = { scope, root: root.key, last_curation_at, next_due_at };
  if (last_run === null) return { ...seen, last_run: null, actions: [] };
  const history = await reader.history({ limit: HISTORY_ENTRIES_MAX });
  const entries = history.ok ? history.value.filter(({ run_id }) => run_id === last_run.run_id) : [];
  const actions = entries.map(({ diff: _, ...entry }) => entry);
  return { ...seen, last_run, actions };
}
