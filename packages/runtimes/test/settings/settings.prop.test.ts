import { describe, expect, test } from "bun:test";
import {
  type DocumentFormat,
  hookMark,
  type InstallTrail,
  planInstall,
  planUninstall,
  type SettingsEntry,
  type SharedSettingsFile,
} from "@metis-curate/runtimes";
import * as fc from "fast-check";
import { parse as parseJsonc } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import { habit, settingsTree, writeJsonc, writeToml, writeYaml } from "../support/settings-texts.ts";

const COMMAND = `'/home/some one'${hookMark("claude-code")}`;

function file(format: DocumentFormat, entries: readonly SettingsEntry[]): SharedSettingsFile {
  return { kind: "shared", path: "/settings", format, entries, mark: hookMark("claude-code") };
}

const server: SettingsEntry = {
  at: ["mcpServers"],
  key: "metis",
  value: { command: "/home/some one/.metis/bin/metis-curate", args: ["mcp"] },
};
const hookEntries: readonly SettingsEntry[] = ["PostToolUse", "SessionEnd", "ConfigChange"].map((event) => ({
  at: ["hooks", event],
  key: null,
  value: { matcher: "Skill|Read", hooks: [{ type: "command", command: COMMAND, timeout: 10 }] },
}));

interface Format {
  readonly file: SharedSettingsFile;
  readonly text: fc.Arbitrary<string>;
  readonly read: (text: string) => unknown;
  /** A line that a person may add at the end of any document. */
  readonly comment: string;
}

const bom = fc.constantFrom("", "", "", "\ufeff");
const withBom = (text: fc.Arbitrary<string>) => fc.tuple(bom, text).map(([mark, rest]) => mark + rest);
const FORMATS: Readonly<Record<string, Format>> = {
  json: {
    file: file("json", [...hookEntries, server]),
    text: withBom(fc.tuple(settingsTree, habit).map(([tree, how]) => writeJsonc(tree, how))),
    read: (text) => parseJsonc(text.replace(/^\ufeff/, "") || "{}", [], { allowTrailingComma: true }),
    comment: "// more",
  },
  yaml: {
    file: file("yaml", [...hookEntries, server]),
    text: withBom(fc.tuple(settingsTree, habit).map(([tree, how]) => writeYaml(tree, how))),
    read: (text) => parseYaml(text.replace(/^\ufeff/, "")) ?? {},
    comment: "# more",
  },
  toml: {
    file: file("toml", [server]),
    text: withBom(fc.tuple(settingsTree, habit).map(([tree, how]) => writeToml(tree, how))),
    read: (text) => parseToml(text.replace(/^\ufeff/, "")),
    comment: "# more",
  },
};

const NO_TRAIL: InstallTrail = { stretches: [], made: [] };

/** The text after an install and its trail. */
function installed(text: string, of: SharedSettingsFile): { after: string; trail: InstallTrail } {
  const plan = planInstall(text, of);
  if (plan.kind !== "change" || plan.after === null) throw new Error(JSON.stringify(plan));
  return { after: plan.after, trail: plan.trail };
}

function uninstalled(text: string, of: SharedSettingsFile, trail: InstallTrail | null): string {
  const plan = planUninstall(text, of, trail);
  if (plan.kind !== "change" || plan.after === null) throw new Error(JSON.stringify(plan));
  return plan.after;
}

describe.each(Object.entries(FORMATS))("%s", (_name, { file: of, text: texts, read, comment }) => {
  test("what was there says the same, and what is ours is there", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const before = read(text) as Record<string, Record<string, unknown>>;
        const after = read(installed(text, of).after) as typeof before;
        for (const { at, key, value } of of.entries) {
          const [first = "", second] = at;
          const list = second === undefined ? after[first] : after[first]?.[second];
          expect(key === null ? (list as unknown[]).at(-1) : (list as Record<string, unknown>)[key]).toEqual(
            value,
          );
        }
        for (const [name, value] of Object.entries(before)) {
          if (name !== "hooks" && name !== "mcpServers") expect(after[name]).toEqual(value);
          else expect(withoutOurs(after[name])).toEqual(prune(value));
        }
      }),
    );
  });

  test("what is installed twice is installed once", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(planInstall(installed(text, of).after, of)).toEqual({ kind: "nothing" });
      }),
    );
  });

  test("uninstalling gives the bytes back, whatever a person added before or behind", () => {
    fc.assert(
      fc.property(texts, fc.boolean(), fc.boolean(), (text, before, behind) => {
        const { after, trail } = installed(text, of);
        const [bare, mark] = after.startsWith("\ufeff") ? [after.slice(1), "\ufeff"] : [after, ""];
        const head = before ? `${comment}\n` : "";
        const tail = behind ? `\n${comment}` : "";
        const original = text.startsWith("\ufeff") ? text.slice(1) : text;
        expect(uninstalled(mark + head + bare + tail, of, trail)).toBe(mark + head + original + tail);
      }),
    );
  });

  test("without a record of the change our entries alone go", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const left = uninstalled(installed(text, of).after, of, null);
        expect(left).not.toContain("/.metis/bin/metis-curate");
        const pruned = (value: unknown) => JSON.stringify(prune(value));
        expect(pruned(read(left))).toBe(pruned(read(text)));
        expect(count(left, "why")).toBe(count(text, "why"));
      }),
    );
  });

  test("an older version of our hook is replaced in whole", () => {
    const older = { ...of, entries: of.entries.map((entry) => ({ ...entry, value: olderValue(entry) })) };
    fc.assert(
      fc.property(texts, (text) => {
        const upgraded = installed(installed(text, older).after, of).after;
        expect(upgraded).not.toContain("older");
        expect(prune(read(upgraded))).toEqual(prune(read(installed(text, of).after)));
      }),
    );
  });

  test("a file without us is left alone", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(planUninstall(text, of, NO_TRAIL)).toEqual({ kind: "nothing" });
      }),
    );
  });
});

test("any text is a plan or one line why not, and never throws", () => {
  const text = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.tuple(FORMATS["json"]?.text ?? fc.constant(""), fc.nat(60)).map(([whole, at]) => whole.slice(0, at)),
    fc
      .array(
        fc.constantFrom("{", "}", "[", "]", "hooks", ":", "- ", "\n", '"', "#", "'''", "=", "&a", "*a", "|"),
        {
          maxLength: 14,
        },
      )
      .map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(text, fc.constantFrom("json", "yaml", "toml"), (content, format) => {
      const of = FORMATS[format]?.file ?? file("json", []);
      const plan = planInstall(content, of);
      if (plan.kind !== "change")
        return expect(plan.kind === "refused" ? plan.message : "x").not.toContain("\n");
      expect(uninstalled(plan.after ?? "", of, plan.trail)).toBe(content);
    }),
    { numRuns: 300 },
  );
});

function olderValue({ key, value }: SettingsEntry): SettingsEntry["value"] {
  if (key !== null) return { ...(value as Record<string, never>), older: true };
  return { matcher: "older", hooks: [{ type: "command", command: COMMAND }] };
}

function count(text: string, word: string): number {
  return text.split(word).length - 1;
}

function withoutOurs(members: unknown): unknown {
  const rest = Object.entries(members as Record<string, unknown>).map(([key, value]) => {
    if (Array.isArray(value))
      return [key, value.filter((item) => !JSON.stringify(item).includes(".metis/bin"))];
    return [key, JSON.stringify(value).includes(".metis/bin") ? null : value];
  });
  return prune(Object.fromEntries(rest));
}

/** Without lists and mappings that hold nothing. */
function prune(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(prune);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value)
    .map(([key, inner]) => [key, prune(inner)] as const)
    .filter(
      ([, inner]) => inner !== null && !(typeof inner === "object" && Object.keys(inner ?? {}).length === 0),
    );
  return members.length === 0 ? null : Object.fromEntries(members);
}
