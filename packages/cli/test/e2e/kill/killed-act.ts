/** `killed-act.ts <home> <act> <effect>`: kills itself before that effect; 0 never, then prints how many there were. */
import { createCurator } from "@metis-curate/core";
import { effectRecorder } from "@metis-curate/testkit";
import { ACTS, type ActName, openRealWorld } from "./real-world.ts";

const [home = "", act = "", effect = "0"] = process.argv.slice(2);
const dueAt = Number(effect);
const world = openRealWorld(home);
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
const result = await ACTS[act as ActName](
  createCurator({ ...world.deps, fs: recorder.fs, trace: recorder.trace }),
);
if (!result.ok) throw new Error(result.refusal.message);
world.close();
console.log(recorder.count());
