import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface Tree {
  /** Real path of the temporary directory. */
  readonly top: string;
  /** Absolute path of a name below it. */
  at(path: string): string;
  /** Writes a skill and returns its directory. */
  skill(path: string, text?: string): string;
  file(path: string, text: string): void;
  directory(path: string): void;
  /** A link at `path` to a place below the top. */
  link(path: string, target: string): void;
  remove(): void;
}

/** A temporary directory to build homes and repositories in. */
export function makeTree(): Tree {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "metis-")));
  const at = (path: string): string => join(top, path);
  const file = (path: string, text: string): void => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  };
  return {
    top,
    at,
    file,
    skill: (path, text = skillText(path.slice(path.lastIndexOf("/") + 1))) => {
      file(`${path}/SKILL.md`, text);
      return at(path);
    },
    directory: (path) => {
      mkdirSync(at(path), { recursive: true });
    },
    link: (path, target) => {
      mkdirSync(dirname(at(path)), { recursive: true });
      symlinkSync(at(target), at(path));
    },
    remove: () => rmSync(top, { recursive: true, force: true }),
  };
}

export function skillText(name: string, body = `# ${name}\n\nDo it.\n`): string {
  return `---\nname: ${name}\ndescription: Does ${name} when it is wanted.\n---\n\n${body}`;
}
