/** The entry of the binaries (`scripts/packaging/build-binaries.ts`): everything in one file, and Bun within. */
import packageJson from "../package.json" with { type: "json" };
import { BACKGROUND_OPTION } from "./hook/background-option.ts";

const words = process.argv.slice(2);
const isHook = words[0] === "hook" && !words.includes("--help") && !words.includes("-h");

// An agent waits for its hook: nothing else is loaded for it, and whatever happens it ends with 0.
if (isHook) {
  try {
    if (words[2] === BACKGROUND_OPTION) {
      const { runBackground } = await import("./hook/run-background.ts");
      await runBackground(words[3] ?? "");
    } else {
      const { hookMain } = await import("./hook/hook-main.ts");
      await hookMain(words.slice(1));
    }
  } catch {
    // The log of hooks has it, where there is one.
  }
  process.exit(0);
}
const { runProgram } = await import("./program.ts");
process.exitCode = await runProgram(packageJson.version);
