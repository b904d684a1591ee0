import { systemClock, systemIds } from "@metis-curate/adapters";
import { createIdSource } from "@metis-curate/core";
import { clockContract, fixedClock, idSourceContract } from "@metis-curate/testkit";

clockContract("the system clock", systemClock);
clockContract("the fixed clock", () => fixedClock());

idSourceContract("ids of this process", () => systemIds(systemClock()));
idSourceContract("ids of a clock that stands still", () => createIdSource(fixedClock(), () => 0.5));
idSourceContract("ids of a clock that goes back", () => {
  const clock = fixedClock();
  const ids = createIdSource(clock, () => 0);
  return {
    next: () => {
      clock.advanceUs(-1_000_000);
      return ids.next();
    },
  };
});
