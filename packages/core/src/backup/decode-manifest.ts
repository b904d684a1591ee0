import * as v from "valibot";
import { confine } from "../roots/tree/index.ts";
import {
  BACKUP_AREAS,
  type BackupEntry,
  FACTS_ENTRY,
  foldPath,
  LEFT_OUT_KINDS,
  STATE_ENTRY,
} from "./backup-entry.ts";
import { BackupFault } from "./backup-fault.ts";
import { BACKUP_DEPTH_MAX, BACKUP_ENTRIES_MAX } from "./backup-limits.ts";
import { leftOutKind } from "./left-out-rule.ts";
import { type BackupManifest, manifestChecksum } from "./manifest.ts";

const MODE_MAX = 0o7777;
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const mode = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MODE_MAX));
const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

const entry = v.variant("kind", [
  v.object({ kind: v.literal("directory"), path: v.string(), mode }),
  v.object({ kind: v.literal("file"), path: v.string(), mode, size: whole, sha256 }),
]);

const manifestSchema = v.object({
  schema_version: v.literal("1"),
  id: v.pipe(v.string(), v.regex(/^[0-9A-Za-z]{1,40}$/)),
  created_at: v.string(),
  program_version: v.string(),
  root: v.object({ key: v.string(), layout: v.string(), scope: v.string() }),
  complete: v.boolean(),
  trace: v.nullable(
    v.object({ sha256, size: whole, schema_version: whole, newest_event_id: v.nullable(v.string()) }),
  ),
  entries: v.pipe(v.array(entry), v.maxLength(BACKUP_ENTRIES_MAX)),
  left_out: v.pipe(
    v.array(v.object({ path: v.string(), kind: v.picklist(LEFT_OUT_KINDS) })),
    v.maxLength(BACKUP_ENTRIES_MAX),
  ),
});

/**
 * Returns the manifest in a text that anybody may have written. Throws `BackupFault`: `not-a-backup` when it is
 * no manifest of version 1, `damaged` when its checksum does not fit, `hostile` for a path that leaves its area,
 * an entry that no backup of ours has, a name twice or twice but for its case, a file that has children.
 */
export function decodeManifest(text: string): BackupManifest {
  const document = parseJson(text);
  // The first fault is enough: a hostile text may have millions.
  const parsed = v.safeParse(manifestSchema, document, { abortEarly: true });
  if (!parsed.success) throw notOurs(describe(parsed.issues));
  const manifest: BackupManifest = parsed.output;
  if (checksumOf(document) !== manifestChecksum(manifest)) {
    throw new BackupFault("damaged", "its manifest was changed after it was written");
  }
  checkEntries(manifest.entries);
  return manifest;
}

function checkEntries(entries: readonly BackupEntry[]): void {
  const directories = new Set<string>(["skills", "archive"]);
  const seen = new Set<string>();
  for (const one of entries) {
    checkPath(one, directories);
    const folded = foldPath(one.path);
    if (seen.has(folded)) throw hostile(one.path, "is there twice, or differs from another only by case");
    seen.add(folded);
    if (one.kind === "directory") directories.add(one.path);
  }
}

/** A directory is listed before what it holds, so every name on the way was checked. */
function checkPath({ kind, path }: BackupEntry, directories: ReadonlySet<string>): void {
  if (path === STATE_ENTRY || path === FACTS_ENTRY) {
    if (kind !== "file") throw hostile(path, "is no file");
    return;
  }
  const names = path.split("/");
  const isConfined = confine("/area", path) === `/area/${path}` && !path.endsWith("/");
  const [area = ""] = names;
  if (!isConfined || names.length < 2 || !(BACKUP_AREAS as readonly string[]).includes(area)) {
    throw hostile(path, "leads outside of the library");
  }
  if (names.length > BACKUP_DEPTH_MAX + 1) throw hostile(path, "lies too deep");
  if (leftOutKind(names.at(-1) ?? "", kind) !== null) throw hostile(path, "is nothing a backup may hold");
  if (!directories.has(names.slice(0, -1).join("/"))) throw hostile(path, "lies in no listed directory");
}

function notOurs(detail: string): BackupFault {
  return new BackupFault("not-a-backup", `its manifest is none of this program (${detail})`);
}

function hostile(path: string, what: string): BackupFault {
  return new BackupFault("hostile", `${JSON.stringify(path)} ${what}`);
}

function checksumOf(document: unknown): unknown {
  if (typeof document !== "object" || document === null || !("checksum" in document)) return undefined;
  return document.checksum;
}

function describe(issues: readonly v.BaseIssue<unknown>[]): string {
  const issue = issues[0];
  return issue === undefined ? "the wrong shape" : `${v.getDotPath(issue) ?? "value"}: ${issue.message}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notOurs("no JSON");
  }
}
