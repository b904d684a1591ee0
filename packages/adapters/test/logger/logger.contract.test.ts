import { stderrLogger } from "@metis-curate/adapters";
import { loggerContract, memoryLogger } from "@metis-curate/testkit";

loggerContract("the logger of a terminal", () => {
  let text = "";
  const logger = stderrLogger({
    write: (chunk) => {
      text += chunk;
    },
  });
  return { logger, lines: () => text.split("\n").slice(0, -1) };
});
loggerContract("the logger in memory", () => {
  const logger = memoryLogger();
  return { logger, lines: () => logger.entries.map(({ message }) => message) };
});
