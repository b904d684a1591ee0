/** `killed-act.ts <home> <act> <effect>`: kills itself before that effect; 0 never, then prints how many there were. */
import { createCurator } from "@metis-curate/core";
import { recordCurator } from "@metis-curate/testkit";
import { type ActName, killedAct, openRealWorld } from "./real-world.ts";

const [home = "", act = "", effect = "0"] = process.argv.slice(2);
const dueAt = Number(effect);
const world = openRealWorld(home);
const recorded = recordCurator(world.deps, {
  meanwhile: (at) => {
    if (at !== dueAt) return;
    process.kill(process.pid, "SIGKILL");
    for (;;) {
      // The signal is on its way; nothing more may happen until it arrives.
    }
  },
});
await killedAct(act as ActName).act(createCurator(recorded.deps));
world.close();
console.log(recorded.count());
