import type { Verdict } from "../verdicts/verdict.ts";
import { SECRET_PLACEHOLDER_PATTERN } from "./placeholder.ts";
import type { SecretVault } from "./secret-vault.ts";

export type RestoredVerdict =
  | {
      readonly kind: "restored";
      readonly verdict: Verdict;
      /** A rationale or reason named a placeholder, which was redacted. */
      readonly redacted: boolean;
    }
  /** One line without any secret: which placeholder is altered, unknown, or where it must not be. */
  | { readonly kind: "refused"; readonly message: string };

/** An excerpt may end within a placeholder. */
const CUT_PLACEHOLDER = /⟦\s*secret[^⟦⟧\r\n]{0,200}$/giu;

export const REDACTED = "[redacted]";

/**
 * Returns a verdict with its secrets put back where they become part of a skill: a body, a diff, an item that is
 * dropped. Rationales and reasons never get them back. Refused: an altered or unknown placeholder, and one in a
 * name or a description (CONTRACTS 8.1). Whether one is missing is for the finished body to say.
 */
export function restoreSecrets(verdict: Verdict, vault: SecretVault): RestoredVerdict {
  switch (verdict.action) {
    case "archive": {
      const rationale = redactPlaceholders(verdict.rationale, vault);
      return restored({ ...verdict, rationale }, rationale !== verdict.rationale);
    }
    case "keep":
    case "skip": {
      const reason = redactPlaceholders(verdict.reason, vault);
      return restored({ ...verdict, reason }, reason !== verdict.reason);
    }
    case "consolidate": {
      const named = [verdict.survivor, ...verdict.archive, verdict.newDescription];
      if (named.some((text) => redactPlaceholders(text, vault) !== text)) {
        return refused("a name or the description holds a placeholder of a secret");
      }
      const rationale = redactPlaceholders(verdict.rationale, vault);
      return restored({ ...verdict, rationale }, rationale !== verdict.rationale);
    }
    case "rewrite": {
      const fault = findAltered([verdict.body, ...verdict.dropped.map(({ item }) => item)], vault);
      if (fault !== null) return refused(fault);
      const dropped = verdict.dropped.map(({ item, reason }) => ({
        item: putBack(item, vault),
        reason: redactPlaceholders(reason, vault),
      }));
      const redacted = dropped.some(({ reason }, index) => reason !== verdict.dropped[index]?.reason);
      return restored({ ...verdict, body: putBack(verdict.body, vault), dropped }, redacted);
    }
    case "edit": {
      const fault = findAltered([verdict.diff], vault);
      if (fault !== null) return refused(fault);
      const rationale = redactPlaceholders(verdict.rationale, vault);
      return restored(
        { ...verdict, diff: putBackInDiff(verdict.diff, vault), rationale },
        rationale !== verdict.rationale,
      );
    }
  }
}

/** The first of these secrets that a finished body, or what it lists as dropped, no longer holds; its placeholder. */
export function findLostSecret(
  vault: SecretVault,
  before: readonly string[],
  after: readonly string[],
): string | null {
  const sources = before.map(withLf);
  const results = after.map(withLf);
  const lost = vault.secrets.find(({ text }) => {
    const secret = withLf(text);
    return sources.some((one) => one.includes(secret)) && !results.some((one) => one.includes(secret));
  });
  return lost?.placeholder ?? null;
}

function restored(verdict: Verdict, redacted: boolean): RestoredVerdict {
  return { kind: "restored", verdict, redacted };
}

function refused(message: string): RestoredVerdict {
  return { kind: "refused", message };
}

function findAltered(texts: readonly string[], vault: SecretVault): string | null {
  const rest = texts.map((text) => withoutPlaceholders(text, vault));
  if (rest.some((text) => text !== redactPlaceholders(text, vault, true))) {
    return "the answer alters a placeholder of a secret, or makes one up";
  }
  return null;
}

function withoutPlaceholders(text: string, vault: SecretVault): string {
  return vault.secrets.reduce((rest, { placeholder }) => rest.replaceAll(placeholder, "\n"), text);
}

/** Placeholders, whole or altered, as `[redacted]`; texts that the request itself held stay when `keepLookalikes`. */
function redactPlaceholders(text: string, vault: SecretVault, keepLookalikes = false): string {
  const whole = text.replace(SECRET_PLACEHOLDER_PATTERN, (match) =>
    keepLookalikes && vault.lookalikes.has(match) ? match : REDACTED,
  );
  const marked = keepLookalikes ? whole : whole.replace(CUT_PLACEHOLDER, REDACTED);
  return vault.id === "" ? marked : marked.replaceAll(new RegExp(vault.id, "giu"), REDACTED);
}

function putBack(text: string, vault: SecretVault): string {
  return vault.secrets.reduce(
    (rest, { placeholder, text: secret }) => rest.replaceAll(placeholder, () => secret),
    text,
  );
}

/** Every line of a secret with several lines needs the marker that its line has in the diff. */
function putBackInDiff(diff: string, vault: SecretVault): string {
  return diff
    .split("\n")
    .map((line) => {
      const marker = /^[ +-]/.exec(line)?.[0] ?? " ";
      const full = putBack(line, vault);
      return full === line ? line : withLf(full).replaceAll("\n", `\n${marker}`);
    })
    .join("\n");
}

function withLf(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}
