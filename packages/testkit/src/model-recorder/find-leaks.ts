import type { SecretFinder } from "@metis-curate/core";
import { bodyOf } from "./cassette.ts";

/** Where a credential would have been written, never the credential. */
export interface Leak {
  readonly kind: string;
  /** The body with the path of the value, such as `request.messages.0.content`. */
  readonly place: string;
}

/** What stands for a secret that was taken out already, and looks like one to a finder. */
const PLACEHOLDER = /⟦secret:[0-9a-f]{8}:\d+⟧/g;

type Environment = Readonly<Record<string, string | undefined>>;

const SECRET_NAME = /(KEY|TOKEN|SECRET|PASSWORD)$/i;
/** Shorter values are words that occur anywhere. */
const SECRET_CHARACTERS_MIN = 8;

/**
 * Returns what must not be written of some bodies: what the finder knows, and every secret of the environment.
 * Each value of a JSON body is read as the text it stands for, then the body as a whole.
 */
export async function findLeaks(
  bodies: Readonly<Record<string, string>>,
  secrets: SecretFinder,
  env: Environment,
): Promise<readonly Leak[]> {
  const texts = Object.entries(bodies).flatMap(([part, body]) => [
    ...textsOf(bodyOf(body), part),
    { place: part, text: body },
  ]);
  const found = texts.map(async ({ place, text }) => {
    const spans = await secrets.findSecrets(text.replace(PLACEHOLDER, "⟦⟧"));
    return [...spans.map(({ kind }) => kind), ...environmentLeaks(text, env)].map((kind) => ({
      kind,
      place,
    }));
  });
  const leaks = (await Promise.all(found)).flat();
  // A whole body only matters for what no value of it showed.
  return leaks.filter(
    ({ kind, place }) =>
      place.includes(".") ||
      !leaks.some((other) => other.kind === kind && other.place.startsWith(`${place}.`)),
  );
}

function textsOf(
  value: unknown,
  place: string,
): readonly { readonly place: string; readonly text: string }[] {
  if (typeof value === "string") return [{ place, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => textsOf(entry, `${place}.${key}`));
}

function environmentLeaks(text: string, env: Environment): readonly string[] {
  return Object.entries(env)
    .filter(([name, value = ""]) => SECRET_NAME.test(name) && value.length >= SECRET_CHARACTERS_MIN)
    .filter(([, value = ""]) => text.includes(value))
    .map(([name]) => `environment variable ${name}`);
}
