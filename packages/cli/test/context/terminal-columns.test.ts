import { expect, test } from "bun:test";
import { terminalColumns } from "../../src/context/terminal-columns.ts";

test("a terminal is as wide as it says, when it says so", () => {
  expect(terminalColumns({ isTTY: true, columns: 120 })).toBe(120);
  // Pseudo-terminals without a size: containers, CI, expect scripts.
  expect(terminalColumns({ isTTY: true, columns: 0 })).toBeNull();
  expect(terminalColumns({ isTTY: true })).toBeNull();
  expect(terminalColumns({ isTTY: false, columns: 120 })).toBeNull();
  expect(terminalColumns({ columns: 120 })).toBeNull();
});
