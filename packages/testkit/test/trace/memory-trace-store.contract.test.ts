import { memoryTraceStore, traceStoreContract } from "@metis-curate/testkit";

traceStoreContract("memoryTraceStore", () => ({ store: memoryTraceStore(), dispose: () => {} }));
