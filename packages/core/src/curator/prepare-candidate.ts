import type { ModelPrice, Usd } from "../money/index.ts";
import type { AuxiliaryModel, ModelRequest } from "../ports/auxiliary-model.ts";
import type { SecretFinder } from "../ports/secret-finder.ts";
import { EMPTY_VAULT, type HiddenDossier, hideSecrets, type SecretVault } from "../secrets/index.ts";
import { SKILL_NAME_LENGTH_MAX } from "../skills/index.ts";
import type { Dossier } from "../verdicts/index.ts";
import { estimateRequest } from "./call-context.ts";
import { type Member, rewriteDossier } from "./dossiers.ts";

/** A request as it will be sent, with what its placeholders stand for and what it can cost. */
export interface PreparedCall {
  readonly request: ModelRequest;
  readonly vault: SecretVault;
  /** What must not get into a record or a message: the vault's secrets, and those a free model may see. */
  readonly secretTexts: readonly string[];
  readonly estimateUsd: Usd;
}

export type PreparedCandidate =
  | {
      readonly kind: "prepared";
      readonly confirm: PreparedCall;
      /** The second call of a merge, for whatever survivor; null for every other candidate. */
      readonly rewrite: PreparedCall | null;
    }
  /** It cannot be put to the model at all: no call, no cost. */
  | {
      readonly kind: "obstacle";
      readonly skipKind: "too-large-for-model" | "unsendable";
      readonly message: string;
    };

export interface PrepareDeps {
  readonly model: AuxiliaryModel;
  readonly price: ModelPrice | null;
  readonly secrets: SecretFinder;
}

/** No name has more bytes: a letter of four for each code point. */
export const LONGEST_NAME = "\u{1D51E}".repeat(SKILL_NAME_LENGTH_MAX);

/**
 * Hides the secrets of a candidate's requests and estimates them (CONTRACTS 8.1, 9.2). A merge is a confirmation
 * and a rewrite: what cannot be rewritten is not asked about either.
 */
export async function prepareCandidate(
  deps: PrepareDeps,
  dossier: Dossier,
  members: readonly Member[],
): Promise<PreparedCandidate> {
  const confirm = await prepareCall(deps, dossier);
  if (confirm.kind === "obstacle" || dossier.purpose !== "consolidate") {
    return confirm.kind === "obstacle" ? confirm : { kind: "prepared", confirm: confirm.call, rewrite: null };
  }
  const names = dossier.members.map(({ name }) => name);
  const rewrite = await prepareCall(deps, rewriteDossier(members, LONGEST_NAME, names));
  if (rewrite.kind === "obstacle") return rewrite;
  return { kind: "prepared", confirm: confirm.call, rewrite: rewrite.call };
}

/** The prepared rewrite for the survivor that the model chose. */
export function rewriteFor(
  deps: PrepareDeps,
  prepared: PreparedCall,
  survivor: string,
  archive: readonly string[],
): PreparedCall {
  const { dossier } = prepared.request;
  if (dossier.purpose !== "rewrite") throw new Error("only a rewrite has a survivor");
  const request: ModelRequest = { purpose: "rewrite", dossier: { ...dossier, survivor, archive } };
  return { ...prepared, request, estimateUsd: estimateRequest(deps.model, deps.price, request) };
}

type Prepared =
  | { readonly kind: "call"; readonly call: PreparedCall }
  | Extract<PreparedCandidate, { kind: "obstacle" }>;

async function prepareCall(deps: PrepareDeps, dossier: Dossier): Promise<Prepared> {
  const { model, price } = deps;
  const hidden = await hide(deps, dossier);
  if (hidden.kind === "unsendable") {
    return { kind: "obstacle", skipKind: "unsendable", message: hidden.message };
  }
  const request: ModelRequest = { purpose: dossier.purpose, dossier: hidden.dossier };
  const obstacle = model.findObstacle?.(request) ?? null;
  if (obstacle !== null) return { kind: "obstacle", skipKind: "too-large-for-model", message: obstacle };
  const estimateUsd = estimateRequest(model, price, request);
  const { vault, secretTexts } = hidden;
  return { kind: "call", call: { request, vault, secretTexts, estimateUsd } };
}

type Hidden =
  | {
      readonly kind: "hidden";
      readonly dossier: Dossier;
      readonly vault: SecretVault;
      readonly secretTexts: readonly string[];
    }
  | Extract<HiddenDossier, { kind: "unsendable" }>;

/** A free model runs on this machine and sees the text as it is; only a rewrite has the body quoted in a record. */
async function hide({ model, secrets }: PrepareDeps, dossier: Dossier): Promise<Hidden> {
  if (model.free && dossier.purpose !== "rewrite") {
    return { kind: "hidden", dossier, vault: EMPTY_VAULT, secretTexts: [] };
  }
  const hidden = await hideSecrets(secrets, dossier);
  const secretTexts = hidden.kind === "hidden" ? hidden.vault.secrets.map(({ text }) => text) : [];
  if (model.free) return { kind: "hidden", dossier, vault: EMPTY_VAULT, secretTexts };
  return hidden.kind === "unsendable" ? hidden : { ...hidden, secretTexts };
}
