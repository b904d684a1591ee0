export { type HiddenDossier, hideSecrets } from "./hide-secrets.ts";
export { maskSecrets } from "./mask-secrets.ts";
export {
  formatSecretPlaceholder,
  SECRET_PLACEHOLDER_EXAMPLE,
  SECRET_PLACEHOLDER_PATTERN,
} from "./placeholder.ts";
export { holdsSecret, type RedactedText, redactSecrets } from "./redact-secrets.ts";
export { createRedactor, type Redactor } from "./redactor.ts";
export { findLostSecret, type RestoredVerdict, restoreSecrets } from "./restore-secrets.ts";
export { EMPTY_VAULT, type HiddenSecret, type SecretVault } from "./secret-vault.ts";
