/** `interrupted-cli.ts <command line>`: the program, which gets SIGINT in the instant of its first progress. */
import { runProgram } from "../../../src/program.ts";

const { stderr } = process;
const write = stderr.write.bind(stderr);
let isInterrupted = false;
stderr.write = ((chunk: string | Uint8Array) => {
  if (!isInterrupted) process.kill(process.pid, "SIGINT");
  isInterrupted = true;
  return write(chunk);
}) as typeof stderr.write;
process.exitCode = await runProgram("0.0.0");
