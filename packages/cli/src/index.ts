export type { CliContext, Interrupts, TextFiles } from "./context/cli-context.ts";
export { runCli } from "./run-cli.ts";
export type { OpenCurator, OpenCuratorOptions, OpenedCurator } from "./wire/curator-opener.ts";
export type { LayoutReader, ListLayouts, PresentLayout } from "./wire/layout-lister.ts";
export { listLayouts } from "./wire/list-layouts.ts";
export type { OpenedMatcher, OpenMatcher } from "./wire/matcher-opener.ts";
export type { OpenedMcp, OpenMcp, OpenMcpOptions } from "./wire/mcp-opener.ts";
export { openCurator } from "./wire/open-curator.ts";
export { openCuratorApp } from "./wire/open-server.ts";
export type {
  OpenAppOptions,
  OpenCuratorApp,
  OpenedCuratorApp,
  OpenedServer,
  OpenServer,
  OpenServerOptions,
} from "./wire/server-opener.ts";
