import type { SeededRandom } from "@metis-curate/testkit";

/** Skills that every process archives and restores. */
export const SHARED_SKILLS = Array.from({ length: 6 }, (_, at) => `shared-${at}`);
export const HAND_SKILLS = ["by-hand", "by-hand-too"];

const LOOKS = [
  ["--list"],
  ["--dry-run"],
  ["status"],
  ["history", "--json"],
  ["doctor"],
  ["--list", "--json"],
];
const RUN = ["--model", "rules", "--yes"];

/** One command line of a busy day, pins of the process' own skills more often than others. */
export function chooseCommand(
  random: SeededRandom,
  workspace: string,
  own: readonly string[],
  runIds: readonly string[],
): readonly string[] {
  const one = <T>(values: readonly T[]): T => random.pick(values);
  const words = (): readonly string[] => {
    switch (random.between(0, 9)) {
      case 0:
      case 1:
        return [one(["pin", "unpin"]), one(own)];
      case 2:
        return RUN;
      case 3:
        return ["archive", one(SHARED_SKILLS), "--force"];
      case 4:
        return ["restore", one(SHARED_SKILLS)];
      case 5:
        return [one(["adopt", "disown"]), one(HAND_SKILLS)];
      case 6:
        return runIds.length === 0 ? ["history", "--json"] : ["undo", one(runIds)];
      case 7:
        return [...RUN, "--trigger", "scheduled"];
      default:
        return one(LOOKS);
    }
  };
  return [workspace, ...words()];
}
