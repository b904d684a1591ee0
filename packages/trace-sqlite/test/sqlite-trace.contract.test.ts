import { expect } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TraceStore } from "@metis-curate/core";
import { traceStoreContract } from "@metis-curate/testkit";
import { createTraceDatabase, openReadingTrace, openSqliteTrace } from "../src/index.ts";

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

traceStoreContract("openReadingTrace beside a writer", () => {
  const directory = mkdtempSync(join(tmpdir(), "metis-"));
  const path = join(directory, "trace.db");
  const writer = openSqliteTrace(path, { create: true });
  const reader = openReadingTrace(path, 1_000);
  const info = async () => ({ ...(await reader.info()), writable: true });
  return {
    store: { ...reader, info, append: writer.append, probe: writer.probe },
    dispose: () => {
      reader.close();
      writer.close();
      rmSync(directory, { recursive: true });
    },
  };
});

traceStoreContract("openReadingTrace after a writer", () => {
  const directory = mkdtempSync(join(tmpdir(), "metis-"));
  const path = join(directory, "trace.db");
  createTraceDatabase(path);
  const reader = openReadingTrace(path, 1_000);
  const info = async () => ({ ...(await reader.info()), writable: true });
  let files = readdirSync(directory);
  /** Opens and closes the trace around every write; what lies there then is all that ever lies there. */
  const writing = async <T>(work: (writer: TraceStore) => Promise<T>): Promise<T> => {
    const writer = openSqliteTrace(path);
    try {
      return await work(writer);
    } finally {
      writer.close();
      files = readdirSync(directory);
    }
  };
  return {
    store: {
      ...reader,
      info,
      append: (events, durability) => writing((writer) => writer.append(events, durability)),
      probe: () => writing((writer) => writer.probe()),
    },
    dispose: () => {
      reader.close();
      expect(readdirSync(directory)).toEqual(files);
      rmSync(directory, { recursive: true });
    },
  };
});

traceStoreContract("openSqliteTrace in memory", () => {
  const store = openSqliteTrace(":memory:");
  return { store, dispose: () => store.close() };
});
