/** `killed-backup.ts <home> <backup|restore> <backup path> <effect>`: kills itself before that effect; 0 never. */
import { createRootBackups } from "@metis-curate/core";
import { effectRecorder } from "@metis-curate/testkit";
import { openBackupWorld } from "./backup-world.ts";

const [home = "", act = "", path = "", effect = "0"] = process.argv.slice(2);
const dueAt = Number(effect);
const world = openBackupWorld(home);
const recorder = effectRecorder({
  fs: world.deps.fs,
  trace: world.deps.trace,
  meanwhile: (at) => {
    if (at !== dueAt) return;
    process.kill(process.pid, "SIGKILL");
    for (;;) {
      // The signal is on its way; nothing more may happen until it arrives.
    }
  },
});
const backups = createRootBackups({ ...world.deps, fs: recorder.fs, trace: recorder.trace });
const outcome = await (act === "backup" ? backups.create({ out: path }) : backups.restore(path));
if (!outcome.ok) throw new Error(outcome.refusal.message);
world.close();
console.log(recorder.count());
