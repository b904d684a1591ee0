export * from "./change-settings.ts";
export * from "./plan-settings.ts";
export * from "./runtime-settings.ts";
export {
  describeFault,
  readSettings,
  removeSettings,
  type SettingsRead,
  type SettingsState,
  writeSettings,
} from "./settings-disk.ts";
export * from "./settings-entry.ts";
export * from "./settings-of.ts";
export * from "./settings-store.ts";
