import type { Outcome } from "@metis-curate/core";
import type { SettingsDiff, SettingsWritten } from "../wire/runtime-setup.ts";
import type { ServiceJob, ServiceManager } from "./service-job.ts";

export interface ServicePlace {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly nowMs: number;
}

export interface ServiceRequest {
  readonly manager: ServiceManager;
  readonly uninstall: boolean;
  readonly job: ServiceJob;
}

/** A command line of the service manager. */
export interface ManagerCommand {
  readonly words: readonly string[];
  /** Null: not run yet. Else empty, or one line of what went wrong. */
  readonly fault: string | null;
}

export interface PreparedService {
  /** Files that change, and the crontab under that name. */
  readonly diffs: readonly SettingsDiff[];
  /** Command lines that tell the manager, in their order. */
  readonly commands: readonly (readonly string[])[];
  readonly notes: readonly string[];
  /** Makes the changes and tells the manager; a manager that does not answer is told to the person. */
  write(): Outcome<ServiceWritten>;
}

export interface ServiceWritten {
  readonly written: readonly SettingsWritten[];
  readonly commands: readonly ManagerCommand[];
}

/** What a person's service manager starts by itself. */
export interface ServiceInstaller {
  /** Absolute path of what units start: the launcher, which stays through all versions. */
  readonly program: string;
  /** Refuses where a file of somebody else is in the way (exit 2); writes nothing. */
  prepare(request: ServiceRequest): Outcome<PreparedService>;
}

export type OpenServiceInstaller = (place: ServicePlace) => ServiceInstaller;
