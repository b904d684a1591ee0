import type { SecretFinder } from "../ports/secret-finder.ts";
import type { Dossier } from "../verdicts/dossier.ts";
import { findSecretRanges } from "./find-secret-ranges.ts";
import { choosePlaceholderId, formatSecretPlaceholder, SECRET_PLACEHOLDER_PATTERN } from "./placeholder.ts";
import { holdsSecret } from "./redact-secrets.ts";
import type { HiddenSecret, SecretVault } from "./secret-vault.ts";

export type HiddenDossier<D extends Dossier = Dossier> =
  | { readonly kind: "hidden"; readonly dossier: D; readonly vault: SecretVault }
  /** A name holds a secret: names cannot be hidden, so nothing may be sent. */
  | { readonly kind: "unsendable"; readonly message: string };

/** Fields that verdicts refer to word by word, and hashes: a placeholder in them would mean something else. */
const NAME_FIELDS: ReadonlySet<string> = new Set(["name", "survivor", "archive", "referenced", "takenNames"]);
const FIXED_FIELDS: ReadonlySet<string> = new Set(["purpose", "hash"]);

/**
 * Returns a dossier whose secrets are placeholders, and the vault that turns them back (CONTRACTS 8.1). The same
 * secret has the same placeholder everywhere, also where the finder alone would not have known it. A taken name
 * that holds a secret is left out; `unsendable` when a member's name does.
 */
export async function hideSecrets<D extends Dossier>(
  finder: SecretFinder,
  dossier: D,
): Promise<HiddenDossier<D>> {
  const parts = collect(dossier);
  const secretNames = await findSecretNames(finder, [...new Set(parts.names)]);
  const members = membersOf(dossier);
  if (members.some((name) => secretNames.has(name))) {
    return { kind: "unsendable", message: "a skill's name holds a secret, and names are sent as they are" };
  }
  const texts = [...new Set(parts.texts)];
  const ranges = await findSecretRanges(finder, texts);
  const id = choosePlaceholderId(JSON.stringify([dossier.purpose, members]), [...texts, ...parts.names]);
  const secrets = new Map<string, HiddenSecret>();
  const hidden = new Map(
    texts.map((text, index) => {
      let at = 0;
      let out = "";
      for (const { start, end } of ranges[index] ?? []) {
        out += text.slice(at, start) + placeholderFor(secrets, id, text.slice(start, end));
        at = end;
      }
      return [text, out + text.slice(at)];
    }),
  );
  const rebuilt = rebuild(dossier, (text) => hidden.get(text) ?? text, secretNames);
  const lookalikes = new Set(
    [...hidden.values()]
      .flatMap((text) => [...text.matchAll(SECRET_PLACEHOLDER_PATTERN)].map(([match]) => match))
      .filter((match) => !match.includes(id)),
  );
  return { kind: "hidden", dossier: rebuilt, vault: { id, secrets: [...secrets.values()], lookalikes } };
}

/** All names are searched at once, for there may be a thousand; each for itself only when that finds something. */
async function findSecretNames(finder: SecretFinder, names: readonly string[]): Promise<ReadonlySet<string>> {
  if (!(await holdsSecret(finder, names.join("\n")))) return new Set();
  const secret = await Promise.all(names.map((name) => holdsSecret(finder, name)));
  return new Set(names.filter((_, index) => secret[index]));
}

function placeholderFor(secrets: Map<string, HiddenSecret>, id: string, text: string): string {
  const known = secrets.get(text);
  if (known !== undefined) return known.placeholder;
  const placeholder = formatSecretPlaceholder(id, secrets.size + 1);
  secrets.set(text, { placeholder, text });
  return placeholder;
}

function membersOf(dossier: Dossier): readonly string[] {
  return "skill" in dossier ? [dossier.skill.name] : dossier.members.map(({ name }) => name);
}

interface DossierTexts {
  readonly texts: string[];
  readonly names: string[];
}

function collect(value: unknown, field = "", found: DossierTexts = { texts: [], names: [] }): DossierTexts {
  if (typeof value === "string") {
    if (NAME_FIELDS.has(field)) found.names.push(value);
    else if (!FIXED_FIELDS.has(field)) found.texts.push(value);
  } else if (Array.isArray(value)) {
    for (const item of value) collect(item, field, found);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) collect(item, key, found);
  }
  return found;
}

/** The same value with its texts mapped; unknown fields too, so that a new field of a dossier is hidden by itself. */
function rebuild<T>(
  value: T,
  hide: (text: string) => string,
  secretNames: ReadonlySet<string>,
  field = "",
): T {
  return rebuildAny(value, hide, secretNames, field) as T;
}

function rebuildAny(
  value: unknown,
  hide: (text: string) => string,
  secretNames: ReadonlySet<string>,
  field: string,
): unknown {
  if (typeof value === "string")
    return NAME_FIELDS.has(field) || FIXED_FIELDS.has(field) ? value : hide(value);
  if (Array.isArray(value)) {
    return value
      .filter((item) => field !== "takenNames" || !secretNames.has(item))
      .map((item) => rebuildAny(item, hide, secretNames, field));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, rebuildAny(item, hide, secretNames, key)]),
  );
}
