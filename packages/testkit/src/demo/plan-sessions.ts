import type { DemoSession } from "./demo-plan.ts";
import type { SeededRandom } from "./seeded-random.ts";
import type { AgeRange } from "./skill-roles.ts";

export const US_PER_SECOND = 1_000_000;
export const US_PER_DAY = 86_400 * US_PER_SECOND;
/** Six months. */
export const DEMO_DAYS = 183;
const SESSIONS = 560;
/** Every eighth session is one of the second workspace. */
const NEIGHBOUR_EVERY = 8;
const SESSION_SECONDS_MIN = 900;
const SESSION_SECONDS_MAX = 3_600;

/** Returns the sessions of six months, by start, the last one over before now. */
export function planSessions(random: SeededRandom, nowUs: number): readonly DemoSession[] {
  const spanUs = DEMO_DAYS * US_PER_DAY;
  const lastStartUs = nowUs - (SESSION_SECONDS_MAX + 60) * US_PER_SECOND;
  return Array.from({ length: SESSIONS }, (_, number) => {
    const share = (number + random.next()) / SESSIONS;
    const startUs = Math.min(Math.floor(nowUs - spanUs * (1 - share)), lastStartUs);
    const seconds = random.between(SESSION_SECONDS_MIN, SESSION_SECONDS_MAX);
    return {
      number,
      library: number % NEIGHBOUR_EVERY === NEIGHBOUR_EVERY - 1 ? "billing" : "shop",
      startUs,
      endUs: startUs + seconds * US_PER_SECOND,
    };
  });
}

/** The sessions of an age, for choosing from. */
export function sessionsAged(
  sessions: readonly DemoSession[],
  range: AgeRange,
  nowUs: number,
): readonly DemoSession[] {
  return sessions.filter(({ startUs }) => {
    const ageDays = (nowUs - startUs) / US_PER_DAY;
    return ageDays <= range.from && ageDays >= range.to;
  });
}
