export { type AccessPolicy, LOOPBACK_ACCESS } from "./access/access-policy.ts";
export { createCuratorApp } from "./create-curator-app.ts";
export type { CuratorAppDeps, SkillCounts } from "./curator-app-deps.ts";
