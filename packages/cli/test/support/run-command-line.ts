import { Readable, Writable } from "node:stream";
import type { SkillCurator, SkillMatcher, SkillScout } from "@metis-curate/core";
import {
  type CliContext,
  type OpenCuratorOptions,
  type OpenMcpOptions,
  type OpenServerOptions,
  runCli,
} from "../../src/index.ts";
import { createFakeBackups } from "./fake-backups.ts";
import { createFakeCurator, type FakeCurator } from "./fake-curator.ts";
import { createFakeMatcher } from "./fake-matcher.ts";
import { createFakeRuntimeSetup } from "./fake-runtime-setup.ts";
import { createFakeScout } from "./fake-scout.ts";
import { createFakeServiceInstaller } from "./fake-service-installer.ts";
import { NOW_MS } from "./reports.ts";

const EMPTY_IMPORT = {
  sources: 0,
  records: 0,
  understood: 0,
  unreadable: 0,
  unread: [],
  unknown: [],
  versions: [],
  sessions: 0,
  events: {},
  unresolved: {},
  isInterrupted: false,
  marks: null,
} as const;

export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly curator: FakeCurator;
  readonly opened: readonly OpenCuratorOptions[];
  /** What was asked to be served; a server stops as soon as nobody holds its Ctrl-C. */
  readonly served: readonly OpenServerOptions[];
  /** What was asked to be served over MCP; over stdio the client is gone at once. */
  readonly mcp: readonly OpenMcpOptions[];
  readonly closed: number;
  readonly files: ReadonlyMap<string, string>;
  readonly kills: number;
}

export interface RunSetup {
  readonly curator?: Partial<SkillCurator>;
  readonly matcher?: SkillMatcher;
  readonly scout?: SkillScout;
  readonly context?: Partial<CliContext>;
  readonly files?: Readonly<Record<string, string>>;
  readonly directories?: readonly string[];
  /** Receives the function that stands for Ctrl-C. */
  readonly onListen?: (interrupt: () => void) => void;
}

/** Runs one command line in `/desk` against a fake curator, with streams in memory. */
export async function runCommandLine(argv: readonly string[], setup: RunSetup = {}): Promise<Ran> {
  const curator = createFakeCurator(setup.curator);
  const out = createSink();
  const err = createSink();
  const opened: OpenCuratorOptions[] = [];
  const served: OpenServerOptions[] = [];
  const mcp: OpenMcpOptions[] = [];
  const files = new Map(Object.entries(setup.files ?? {}));
  const directories = setup.directories ?? ["/desk/ws", "/desk"];
  let closed = 0;
  let kills = 0;
  const exitCode = await runCli(argv, {
    version: "9.9.9",
    env: {},
    stdin: Readable.from([]),
    stdout: out.stream,
    stderr: err.stream,
    colorDepth: 1,
    cwd: "/desk",
    home: "/home/me",
    stdoutIsTty: false,
    stderrIsTty: false,
    columns: null,
    nowMs: () => NOW_MS,
    openCurator: async (options) => {
      opened.push(options);
      const close = () => {
        closed += 1;
      };
      return {
        ok: true,
        value: {
          curator,
          backups: createFakeBackups(curator),
          rootKey: "metis:abc",
          modelUsable: true,
          close,
        },
      };
    },
    listLayouts: () => [],
    openServer: async (options) => {
      opened.push(options);
      served.push(options);
      const { host } = options;
      const root = { key: "metis:abc", path: options.workspace ?? options.home };
      const close = async () => {
        closed += 1;
      };
      return { ok: true, value: { url: `http://${host}:8423/`, host, port: 8423, root, close } };
    },
    openMatcher: async (options) => {
      opened.push(options);
      const matcher = setup.matcher ?? createFakeMatcher();
      const close = () => {
        closed += 1;
      };
      return {
        ok: true,
        value: {
          matcher,
          curators: [{ rootKey: "metis:abc", curator }],
          deps: null as never,
          scout: () => ({ ok: true, value: setup.scout ?? createFakeScout() }),
          close,
        },
      };
    },
    openMcp: async (options) => {
      opened.push(options);
      mcp.push(options);
      const { channel } = options;
      const at = channel.kind === "http" ? channel : null;
      const endpoint = at === null ? null : { url: `http://${at.host}:3204/mcp`, host: at.host, port: 3204 };
      const isGone = at === null ? Promise.resolve() : new Promise<void>(() => {});
      const close = async () => {
        closed += 1;
      };
      return { ok: true, value: { endpoint, skillsDirs: ["/desk/.metis/skills"], closed: isGone, close } };
    },
    openRuntimeSetup: createFakeRuntimeSetup,
    openServiceInstaller: createFakeServiceInstaller,
    runHook: async () => "",
    runImport: async ({ runtime, dryRun }) => ({ ok: true, value: { ...EMPTY_IMPORT, runtime, dryRun } }),
    files: {
      read: (path) => files.get(path) ?? null,
      write: (path, text) => files.set(path, text),
      isDirectory: (path) => directories.includes(path),
    },
    interrupts: {
      listen: (listener) => {
        if (setup.onListen === undefined && served.length + mcp.length > 0) queueMicrotask(listener);
        setup.onListen?.(listener);
        return () => setup.onListen?.(() => {});
      },
      kill: () => {
        kills += 1;
      },
    },
    ...setup.context,
  });
  return {
    exitCode,
    stdout: out.text(),
    stderr: err.text(),
    curator,
    opened,
    served,
    mcp,
    closed,
    files,
    kills,
  };
}

function createSink() {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  return { stream, text: () => chunks.join("") };
}
