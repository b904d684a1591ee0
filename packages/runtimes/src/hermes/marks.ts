/** What Hermes itself knows of a skill (RUNTIMES 9). Times are microseconds since the Unix epoch. */
export interface HermesMark {
  readonly skill: string;
  readonly createdAtUs: number | null;
  readonly lastUsedAtUs: number | null;
  readonly lastViewedAtUs: number | null;
  readonly lastPatchedAtUs: number | null;
  /** `created_by: "agent"`, or the older `agent_created: true`. */
  readonly byAgent: boolean;
  /** Named in `.bundled_manifest` or `.hub/lock.json`: came with Hermes, or from its hub. */
  readonly imported: boolean;
  readonly pinned: boolean;
}

export interface HermesFiles {
  /** Text of `.usage.json`, `.bundled_manifest` and `.hub/lock.json`; null where there is none. */
  readonly usage: string | null;
  readonly bundledManifest: string | null;
  readonly hubLock: string | null;
}

export interface HermesMarks {
  /** By name. */
  readonly marks: readonly HermesMark[];
  /** Files and entries of an unknown shape, one line each; they are passed over. */
  readonly unread: readonly string[];
}

const UNMARKED: Omit<HermesMark, "skill"> = {
  createdAtUs: null,
  lastUsedAtUs: null,
  lastViewedAtUs: null,
  lastPatchedAtUs: null,
  byAgent: false,
  imported: false,
  pinned: false,
};

/** Joins what the three files of a Hermes skills directory say. Never throws. */
export function parseHermesMarks(files: HermesFiles): HermesMarks {
  const unread: string[] = [];
  const marks = new Map<string, HermesMark>();
  const usage = parseObject(files.usage, ".usage.json", unread);
  for (const [name, entry] of Object.entries(usage)) {
    if (isObject(entry)) marks.set(nameOf(name), markOf(nameOf(name), entry));
    else unread.push(`.usage.json: ${name}`);
  }
  for (const name of [...bundledNames(files.bundledManifest), ...hubNames(files.hubLock, unread)]) {
    marks.set(name, { ...(marks.get(name) ?? { skill: name, ...UNMARKED }), imported: true });
  }
  return { marks: [...marks.values()].sort((a, b) => (a.skill < b.skill ? -1 : 1)), unread };
}

function markOf(skill: string, entry: Readonly<Record<string, unknown>>): HermesMark {
  return {
    skill,
    createdAtUs: timeOf(entry["created_at"]),
    lastUsedAtUs: timeOf(entry["last_used_at"] ?? entry["last_used"]),
    lastViewedAtUs: timeOf(entry["last_viewed_at"] ?? entry["last_viewed"]),
    lastPatchedAtUs: timeOf(entry["last_patched_at"] ?? entry["last_patched"]),
    byAgent: entry["created_by"] === "agent" || entry["agent_created"] === true,
    imported: false,
    pinned: entry["pinned"] === true,
  };
}

/** Lines `name:hash`. */
function bundledNames(text: string | null): readonly string[] {
  return (text ?? "").split(/\r?\n/).flatMap((line) => {
    const name = line.split(":")[0]?.trim() ?? "";
    return name === "" || name.startsWith("#") ? [] : [nameOf(name)];
  });
}

function hubNames(text: string | null, unread: string[]): readonly string[] {
  const { installed } = parseObject(text, ".hub/lock.json", unread);
  if (installed === undefined) return [];
  if (isObject(installed)) return Object.keys(installed).map(nameOf);
  unread.push(".hub/lock.json: installed");
  return [];
}

/** Hermes writes ISO-8601 with an offset; older versions seconds since the epoch. */
function timeOf(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) && value > 0 ? Math.round(value * 1e6) : null;
  if (typeof value !== "string") return null;
  const ms = Date.parse(/(?:z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`);
  return Number.isFinite(ms) ? ms * 1_000 : null;
}

/** The directory's name, where it is written with its category. */
function nameOf(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1).normalize("NFC");
}

function parseObject(text: string | null, file: string, unread: string[]): Readonly<Record<string, unknown>> {
  if (text === null || text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Told below.
  }
  unread.push(file);
  return {};
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
