import type { DoctorReport } from "../skill-curator.ts";

export type DoctorCheck = DoctorReport["checks"][number];

export function good(name: string, message: string): DoctorCheck {
  return { name, ok: true, message, fix: null };
}

export function bad(name: string, message: string, fix: string | null): DoctorCheck {
  return { name, ok: false, message, fix };
}
