import type { SecretFinder } from "../ports/secret-finder.ts";
import type { Dossier } from "../verdicts/dossier.ts";
import { collectTexts, rebuildDossier } from "./dossier-texts.ts";
import { findSecretRanges, SECRETS_MAX, type TextRange } from "./find-secret-ranges.ts";
import { choosePlaceholderId, formatSecretPlaceholder, SECRET_PLACEHOLDER_PATTERN } from "./placeholder.ts";
import { holdsSecret } from "./redact-secrets.ts";
import type { HiddenSecret, SecretVault } from "./secret-vault.ts";

export type HiddenDossier<D extends Dossier = Dossier> =
  | { readonly kind: "hidden"; readonly dossier: D; readonly vault: SecretVault }
  /**
   * A name holds a secret, and names cannot be hidden; there are too many secrets; or a body would be hidden whole.
   * Nothing may be sent.
   */
  | { readonly kind: "unsendable"; readonly message: string };

/**
 * Returns a dossier whose secrets are placeholders, and the vault that turns them back (CONTRACTS 8.1). The same
 * secret has the same placeholder everywhere, also where the finder alone would not have known it. A taken name
 * that holds a secret is left out; `unsendable` when a member's name does, with more than `SECRETS_MAX`
 * secrets, or when a body is nothing but one.
 */
export async function hideSecrets<D extends Dossier>(
  finder: SecretFinder,
  dossier: D,
): Promise<HiddenDossier<D>> {
  const { texts, names } = collectTexts(dossier);
  const secretNames = await findSecretNames(finder, names);
  const members = membersOf(dossier);
  if (members.some((name) => secretNames.has(name))) {
    return { kind: "unsendable", message: "a skill's name holds a secret, and names are sent as they are" };
  }
  const ranges = await findSecretRanges(finder, texts);
  if (ranges === null) {
    return { kind: "unsendable", message: `it holds more than ${SECRETS_MAX} secrets` };
  }
  const whole = new Set(texts.filter((text, index) => isAll(text, ranges[index] ?? [])));
  if (bodiesOf(dossier).some((body) => whole.has(body))) {
    return { kind: "unsendable", message: "a skill's text is one secret, or cannot be searched for secrets" };
  }
  const id = choosePlaceholderId(JSON.stringify([dossier.purpose, members]), [...texts, ...names]);
  const secrets = new Map<string, HiddenSecret>();
  const hidden = new Map(
    texts.map((text, index) => [text, hideRanges(text, ranges[index] ?? [], secrets, id)]),
  );
  return {
    kind: "hidden",
    dossier: rebuildDossier(dossier, (text) => hidden.get(text) ?? text, secretNames),
    vault: { id, secrets: [...secrets.values()], lookalikes: findLookalikes(hidden.values(), id) },
  };
}

function hideRanges(
  text: string,
  ranges: readonly TextRange[],
  secrets: Map<string, HiddenSecret>,
  id: string,
): string {
  let at = 0;
  let out = "";
  for (const { start, end } of ranges) {
    out += text.slice(at, start) + placeholderFor(secrets, id, text.slice(start, end));
    at = end;
  }
  return out + text.slice(at);
}

/** What the texts themselves hold of placeholders that are none of ours. */
function findLookalikes(texts: Iterable<string>, id: string): ReadonlySet<string> {
  const matches = [...texts].flatMap((text) => [...text.matchAll(SECRET_PLACEHOLDER_PATTERN)]);
  return new Set(matches.map(([match]) => match).filter((match) => !match.includes(id)));
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

function isAll(text: string, [first]: readonly TextRange[]): boolean {
  return first !== undefined && text.slice(first.start, first.end).trim() === text.trim();
}

function bodiesOf(dossier: Dossier): readonly string[] {
  return "skill" in dossier ? [dossier.skill.body] : dossier.members.map(({ body }) => body);
}

function membersOf(dossier: Dossier): readonly string[] {
  return "skill" in dossier ? [dossier.skill.name] : dossier.members.map(({ name }) => name);
}
