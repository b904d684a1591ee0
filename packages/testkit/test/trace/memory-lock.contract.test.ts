import { lockContract, memoryLock } from "@metis-curate/testkit";

lockContract("memoryLock", () => ({
  lock: memoryLock(),
  paths: ["/locks/a", "/locks/b"],
  dispose: () => {},
}));
