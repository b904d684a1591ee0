import { expect, test } from "bun:test";
import { stderrLogger } from "@metis-curate/adapters";

test("writes one line per message from the level on", () => {
  const written: string[] = [];
  const logger = stderrLogger({ write: (text) => written.push(text), level: "warning" });
  logger.log("info", "dropped");
  logger.log("warning", "two\nlines\u001b[31mred");
  logger.log("error", "bad");
  expect(written).toEqual(["WARNING two lines [31mred\n", "ERROR bad\n"]);
});

test("a failing stream is swallowed", () => {
  const logger = stderrLogger({
    write: () => {
      throw new Error("EPIPE");
    },
  });
  expect(() => logger.log("error", "x")).not.toThrow();
});
