import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { traceStoreContract } from "@metis-curate/testkit";
import { openSqliteTrace } from "../src/index.ts";

traceStoreContract("openSqliteTrace on a file", () => {
  const directory = mkdtempSync(join(tmpdir(), "metis-"));
  const store = openSqliteTrace(join(directory, "trace.db"), { create: true });
  return {
    store,
    dispose: () => {
      store.close();
      rmSync(directory, { recursive: true });
    },
  };
});

traceStoreContract("openSqliteTrace in memory", () => {
  const store = openSqliteTrace(":memory:");
  return { store, dispose: () => store.close() };
});
