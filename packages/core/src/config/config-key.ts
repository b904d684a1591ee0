import type * as v from "valibot";
import type { CuratorConfig } from "./curator-config.ts";

/** What a workspace's own file may do to a key (CONTRACTS 11). `below` is the value of the trusted layers. */
export interface WorkspaceRule<T> {
  /** What is allowed, for the error; `below` as it is shown. */
  allowed(below: string): string;
  permits(value: T, below: T): boolean;
  /** The value that results; default: the new one. */
  merge?(value: T, below: T): T;
}

/** One key under `curator:`. */
export interface ConfigKey<K extends keyof CuratorConfig = keyof CuratorConfig> {
  readonly name: K;
  readonly initial: CuratorConfig[K];
  /** What is allowed, for the error. */
  readonly allowed: string;
  readonly schema: v.GenericSchema<unknown, CuratorConfig[K]>;
  /** Absent: a workspace's file may not set the key. */
  readonly workspace?: WorkspaceRule<CuratorConfig[K]>;
}

/** Every key of the section, each with the type of its own value. */
export type ConfigKeys = { readonly [K in keyof CuratorConfig]: ConfigKey<K> };

/** Declares one key; only there to infer the type of its value. */
export function defineKey<K extends keyof CuratorConfig>(key: ConfigKey<K>): ConfigKey<K> {
  return key;
}
