import type { Dossier } from "../verdicts/dossier.ts";

/** Fields that verdicts refer to word by word, and hashes: a placeholder in them would mean something else. */
const NAME_FIELDS: ReadonlySet<string> = new Set(["name", "survivor", "archive", "referenced", "takenNames"]);
const FIXED_FIELDS: ReadonlySet<string> = new Set(["purpose", "hash"]);

interface Collected {
  readonly texts: Set<string>;
  readonly names: Set<string>;
}

/** The distinct texts of a dossier: those that may be hidden, and the names that may not. */
export function collectTexts(dossier: Dossier): {
  readonly texts: readonly string[];
  readonly names: readonly string[];
} {
  const found: Collected = { texts: new Set(), names: new Set() };
  collect(dossier, "", found);
  return { texts: [...found.texts], names: [...found.names] };
}

function collect(value: unknown, field: string, found: Collected): void {
  if (typeof value === "string") {
    if (NAME_FIELDS.has(field)) found.names.add(value);
    else if (!FIXED_FIELDS.has(field)) found.texts.add(value);
  } else if (Array.isArray(value)) {
    for (const item of value) collect(item, field, found);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) collect(item, key, found);
  }
}

/**
 * The same dossier with its texts mapped; unknown fields too, so that a new field of a dossier is hidden by itself.
 * Taken names that are dropped are left out.
 */
export function rebuildDossier<D extends Dossier>(
  dossier: D,
  map: (text: string) => string,
  droppedNames: ReadonlySet<string>,
): D {
  return rebuild(dossier, "", map, droppedNames) as D;
}

function rebuild(
  value: unknown,
  field: string,
  map: (text: string) => string,
  droppedNames: ReadonlySet<string>,
): unknown {
  if (typeof value === "string")
    return NAME_FIELDS.has(field) || FIXED_FIELDS.has(field) ? value : map(value);
  if (Array.isArray(value)) {
    return value
      .filter((item) => field !== "takenNames" || !droppedNames.has(item))
      .map((item) => rebuild(item, field, map, droppedNames));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, rebuild(item, key, map, droppedNames)]),
  );
}
