/**
 * `peak-memory.ts <word …>`: runs Bun with the words and prints the most memory that it had, in bytes. In a process of its
 * own, because a child counts what its parent had when it was started.
 */
const ran = Bun.spawnSync([process.execPath, ...process.argv.slice(2)], {
  stdout: "ignore",
  stderr: "inherit",
});
if (ran.exitCode !== 0) process.exit(1);
console.log(ran.resourceUsage.maxRSS);
