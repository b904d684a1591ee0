import type { Layout } from "@metis-curate/core";
import { foreignLayout } from "@metis-curate/core/light";

/** A place that an environment variable moves: `below` is appended to what it holds. */
export interface HomeOverride {
  readonly variable: string;
  readonly below: readonly string[];
}

/** One row of the table of CONTRACTS 14: where an agent, or several, keep skills. Data only. */
export interface LayoutRow {
  readonly layout: Layout;
  /** Whether a directory that is a link is loaded by its readers; `undocumented` where nobody says. */
  readonly links: "followed" | "undocumented";
  /** Variables that move the directory below the home directory; the first that holds an absolute path counts. */
  readonly overrides: readonly HomeOverride[];
}

/** One level: `skills/<name>/SKILL.md` and nothing below. */
const FLAT = { depthMax: 1 } as const;
/** Codex and OpenCode document six levels. */
const SIX_LEVELS = { depthMax: 6 } as const;

/** Sources: RUNTIMES 1.1 to 9.1; a depth that is not documented is core's. */
export const LAYOUT_ROWS: readonly LayoutRow[] = [
  {
    layout: { ...foreignLayout("agents", [".agents", "skills"]), scan: SIX_LEVELS },
    links: "followed",
    overrides: [],
  },
  {
    layout: {
      ...foreignLayout("claude-code", [".claude", "skills"]),
      scan: FLAT,
      // Downloads of claude.ai.
      home: { scan: { ...FLAT, reserved: ["synced"] } },
    },
    links: "followed",
    overrides: [{ variable: "CLAUDE_CONFIG_DIR", below: ["skills"] }],
  },
  {
    layout: {
      ...foreignLayout("codex", [".codex", "skills"]),
      scan: { ...SIX_LEVELS, reserved: [".system"] },
    },
    links: "followed",
    overrides: [{ variable: "CODEX_HOME", below: ["skills"] }],
  },
  {
    layout: {
      ...foreignLayout("opencode", [".opencode", "skills"]),
      scan: SIX_LEVELS,
      home: { skills: [".config", "opencode", "skills"] },
    },
    links: "followed",
    overrides: [{ variable: "XDG_CONFIG_HOME", below: ["opencode", "skills"] }],
  },
  {
    layout: { ...foreignLayout("gemini", [".gemini", "skills"]), scan: FLAT },
    links: "followed",
    overrides: [{ variable: "GEMINI_CLI_HOME", below: [".gemini", "skills"] }],
  },
  {
    layout: {
      ...foreignLayout("goose", [".goose", "skills"]),
      home: { skills: [".config", "goose", "skills"] },
    },
    links: "followed",
    overrides: [
      { variable: "GOOSE_PATH_ROOT", below: ["config", "skills"] },
      { variable: "XDG_CONFIG_HOME", below: ["goose", "skills"] },
    ],
  },
  {
    layout: foreignLayout("cursor", [".cursor", "skills"]),
    links: "undocumented",
    overrides: [],
  },
  {
    layout: { ...foreignLayout("kiro", [".kiro", "skills"]), scan: FLAT },
    links: "undocumented",
    overrides: [{ variable: "KIRO_HOME", below: ["skills"] }],
  },
  {
    layout: {
      ...foreignLayout("hermes", [".hermes", "skills"]),
      homeOnly: true,
      scan: { reserved: [".archive", ".hub", ".curator_backups"] },
    },
    links: "undocumented",
    overrides: [{ variable: "HERMES_HOME", below: ["skills"] }],
  },
];
