import { type MatcherFixture, type MatcherFixtureOptions, matcherFixture } from "@metis-curate/testkit";
import {
  createSkillScout,
  type FetchedSkill,
  type Outcome,
  type SkillScout,
  type SkillSource,
  type SkillSourceAnswer,
  type SourcedSkill,
} from "../../../src/index.ts";

export interface FakeSource extends SkillSource {
  /** Queries that it was asked. */
  readonly asked: string[];
}

export interface FakeSourceOptions {
  readonly id?: string;
  readonly isCatalog?: boolean;
  readonly answer?: (text: string) => SkillSourceAnswer;
  readonly fetched?: FetchedSkill;
}

export function found(...skills: readonly SourcedSkill[]): SkillSourceAnswer {
  return { kind: "found", skills, warnings: [] };
}

/** A skill at `https://github.com/acme/<name>`. */
export function sourced(name: string, description: string | null): SourcedSkill {
  return { sourceUrl: `https://github.com/acme/${name}`, name, description };
}

export function fakeSource(options: FakeSourceOptions = {}): FakeSource {
  const asked: string[] = [];
  return {
    id: options.id ?? "github",
    endpoint: "https://api.example",
    isCatalog: options.isCatalog ?? false,
    asked,
    search: async ({ text }) => {
      asked.push(text);
      return options.answer?.(text) ?? found();
    },
    handles: (url) => url.startsWith("https://github.com/acme/"),
    fetchSkill: async () => options.fetched ?? { kind: "unavailable", message: "gone" },
  };
}

export const SKILL_TEXT = "---\nname: pdf-tools\ndescription: Read PDF files.\n---\n\nRead them with care.\n";

/** What a source fetched: `SKILL.md` and its support files. */
export function fetchedSkill(
  text: string | Uint8Array = SKILL_TEXT,
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Extract<FetchedSkill, { kind: "fetched" }> {
  return {
    kind: "fetched",
    directoryName: "pdf-tools",
    skillFile: bytesOf(text),
    files: new Map(Object.entries(files).map(([path, file]) => [path, bytesOf(file)])),
  };
}

function bytesOf(file: string | Uint8Array): Uint8Array {
  return typeof file === "string" ? new TextEncoder().encode(file) : file;
}

export interface ScoutFixture extends MatcherFixture {
  readonly scout: SkillScout;
}

export function scoutFixture(
  sources: readonly SkillSource[],
  options: MatcherFixtureOptions = {},
): ScoutFixture {
  const fixture = matcherFixture(options);
  const { matcher, matcherDeps, deps } = fixture;
  const scout = createSkillScout({
    curator: deps,
    sources,
    gaps: () => matcher.gaps(),
    embedder: matcherDeps.embedder,
    adoptRefusal: null,
  });
  return { ...fixture, scout };
}

export function getValue<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}

/** Payloads of the events of a type in the trace. */
export async function payloadsOf({ deps }: ScoutFixture, type: string): Promise<readonly unknown[]> {
  const payloads: unknown[] = [];
  for await (const { events } of deps.trace.scan([type])) {
    payloads.push(...events.map(({ event }) => event.payload));
  }
  return payloads;
}
