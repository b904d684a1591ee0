import { expect, test } from "bun:test";
import { createSkillResolver, RUNTIME_NAMES } from "@metis-curate/runtimes";
import { memoryFileSystem, seedTree } from "@metis-curate/testkit";
import * as fc from "fast-check";
import { memorySkillFiles } from "../support/memory-skill-files.ts";

const SKILL = "---\nname: deploy\ndescription: Does it.\n---\n\nbody\n";

const fs = memoryFileSystem();
seedTree(fs, "", {
  "home/u/.agents/skills/deploy/SKILL.md": SKILL,
  "home/u/.agents/skills/ops/web/SKILL.md": SKILL,
  "home/u/.claude/skills/deploy/SKILL.md": SKILL,
  "home/u/repo/.git/HEAD": "x",
  "home/u/repo/.claude/skills/deploy": { link: "/etc/deploy" },
  "home/u/repo/.opencode/skills": { link: "/" },
  "home/u/repo/.gemini": "a file",
  "etc/deploy/SKILL.md": SKILL,
});
const files = memorySkillFiles(fs);

/** Pieces that names and paths are made of, well meant and not. */
const pieces = fc.constantFrom(
  ..."deploy ops web .. . / // : ~ $HOME $ file:/// .system .agents/skills SKILL.md \u0000 \u202e %2e%2e \\ *".split(
    " ",
  ),
  ["$", "{HOME}"].join(""),
  "home/u",
  "etc",
  "",
);
const texts = fc.oneof(
  fc.string(),
  fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join("")),
  fc.array(pieces, { maxLength: 6 }).map((parts) => parts.join("/")),
);

test("no name and no path makes it throw, or leads to a skill that lies in no root", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...RUNTIME_NAMES),
      fc.option(texts),
      fc.option(texts),
      fc.option(fc.oneof(fc.constantFrom("/home/u/repo", "/home/u", "/", "relative"), texts)),
      (runtime, name, path, workspace) => {
        const resolver = createSkillResolver(
          { home: "/home/u", env: { CODEX_HOME: name ?? undefined } },
          files,
        );
        const answer = resolver.resolve({ runtime, skill: { name, path }, workspace });
        if (answer.kind === "unresolved") return;
        expect(answer.directory).toMatch(/^\/home\/u\/\.(?:agents|claude)\/skills\/(?:deploy|ops\/web)$/);
        expect(answer.rootKey).toMatch(/^(?:agents|claude-code):global$/);
        expect(`${answer.directory}/${answer.file}`).not.toContain("..");
      },
    ),
    { numRuns: 400 },
  );
});
