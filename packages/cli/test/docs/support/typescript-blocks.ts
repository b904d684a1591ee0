import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Block, REPOSITORY } from "./read-pages.ts";

/** TypeScript blocks as files, beside the packages of this repository. */
export interface TypescriptBlocks {
  /** What the compiler says of all of them at once; empty when nothing is wrong. */
  check(): string;
  /** Runs one with Bun, at home in `home`; what it wrote. Throws when it fails. */
  run(block: Block, place: { readonly home: string; readonly workspace: string }): Promise<string>;
  dispose(): void;
}

export function writeTypescriptBlocks(blocks: readonly Block[]): TypescriptBlocks {
  const directory = mkdtempSync(join(tmpdir(), "metis-docs-"));
  symlinkSync(join(REPOSITORY, "node_modules"), join(directory, "node_modules"));
  const config = {
    extends: join(REPOSITORY, "tsconfig.base.json"),
    compilerOptions: { noUnusedLocals: false, moduleDetection: "force" },
    include: ["*.ts"],
  };
  writeFileSync(join(directory, "tsconfig.json"), JSON.stringify(config));
  const fileOf = (block: Block): string => join(directory, `${block.place.replace(/[^a-z0-9]+/gi, "-")}.ts`);
  for (const block of blocks) writeFileSync(fileOf(block), block.text);
  return {
    check: () => {
      const compiler = join(REPOSITORY, "node_modules/.bin/tsc");
      const ran = Bun.spawnSync([process.execPath, compiler, "--noEmit", "--pretty", "false", "-p", "."], {
        cwd: directory,
      });
      // Faults of the packages themselves are the type check's to tell.
      const lines = `${ran.stdout.toString()}${ran.stderr.toString()}`.split("\n");
      return lines
        .filter((line) => !/^(?:\.\.\/|\/|packages\/|\s)/.test(line))
        .join("\n")
        .trim();
    },
    run: async (block, { home, workspace }) => {
      const child = Bun.spawn([process.execPath, fileOf(block)], {
        cwd: workspace,
        env: { PATH: process.env["PATH"] ?? "", HOME: home },
        stdin: "ignore",
        stdout: "pipe",
        stderr: "pipe",
      });
      const [output, errors, exitCode] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
        child.exited,
      ]);
      if (exitCode !== 0) throw new Error(`${block.place} ended with ${exitCode}:\n${errors}`);
      return output;
    },
    dispose: () => rmSync(directory, { recursive: true, force: true }),
  };
}
