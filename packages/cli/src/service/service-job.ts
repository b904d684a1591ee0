import { createHash } from "node:crypto";
import { basename } from "node:path";

/** Who starts programs by themselves on a machine. */
export const SERVICE_MANAGERS = ["systemd", "launchd", "cron"] as const;
export type ServiceManager = (typeof SERVICE_MANAGERS)[number];

/** A program that a person's own service manager starts: once a day, or at the login and for good. */
export interface ServiceJob {
  readonly kind: "daily" | "lasting";
  /** Letters, digits and dashes; one job has one name on a machine. */
  readonly name: string;
  /** One line. */
  readonly description: string;
  /** Absolute path of the program and its words. */
  readonly command: readonly string[];
  /** Absolute; where the manager finds keys, if the file is there. */
  readonly environmentFile: string;
  /** Minute and hour that it starts at, the same for the same job and spread over many. */
  readonly minute: number;
  readonly hour: number;
}

const PREFIX = "metis-curate";
const HASH_DIGITS = 8;
const SLUG_MAX = 24;
/** Somewhere in the small hours. */
const HOUR_FIRST = 2;
const HOURS = 4;

/** Returns the name of a job: what it does, where, and a few digits so that two of one name differ. */
export function jobName(what: string, place: string, identity: readonly string[]): string {
  const slug = basename(place)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, SLUG_MAX);
  const parts = [PREFIX, what, slug, hashOf(identity).slice(0, HASH_DIGITS)];
  return parts.filter((part) => part !== "").join("-");
}

/** When a daily job starts, by its name. */
export function dailyTime(name: string): Pick<ServiceJob, "minute" | "hour"> {
  const hash = Number.parseInt(hashOf([name]).slice(0, HASH_DIGITS), 16);
  return { minute: hash % 60, hour: HOUR_FIRST + (hash % HOURS) };
}

function hashOf(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
