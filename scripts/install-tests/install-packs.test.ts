/** What a new user does: installs the packs into an empty project, runs the command, and builds on the library. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import rootPackage from "../../package.json" with { type: "json" };
import { findNodes } from "../node-tests/find-nodes.ts";
import { packPackages } from "../packaging/pack-packages.ts";
import { type LocalRegistry, startLocalRegistry } from "./local-registry.ts";

const TIMEOUT_MS = 180_000;
const CONSUMER = join(import.meta.dir, "consumer.ts.txt");
const { catalog } = rootPackage.workspaces;
/** What the program of the consumer names. */
const DEPENDENCIES = {
  "metis-curate": rootPackage.version,
  "@metis-curate/adapters": rootPackage.version,
  "@metis-curate/core": rootPackage.version,
  "@hono/node-server": catalog["@hono/node-server"],
  express: catalog.express,
  hono: catalog.hono,
};
const SKILL = "---\nname: one\ndescription: Does one thing.\n---\n\n# One\n";

/** Bun under the name that people call it by. */
const BUN = (): string => join(top, "bin/bun");

let top: string;
let registry: LocalRegistry;

beforeAll(async () => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "metis-install-")));
  registry = startLocalRegistry(await packPackages(top));
  mkdirSync(join(top, "bin"));
  symlinkSync(process.execPath, BUN());
}, TIMEOUT_MS);
afterAll(async () => {
  await registry.stop();
  rmSync(top, { recursive: true, force: true });
});

interface Project {
  readonly directory: string;
  readonly home: string;
  run(words: readonly string[], more?: Readonly<Record<string, string>>): Promise<Ran>;
}

interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** An empty project, with a home and caches of its own; nothing on the PATH but what is said. */
function project(name: string, programs: readonly string[], dependencies: object = DEPENDENCIES): Project {
  const directory = join(top, name);
  const home = join(directory, "home");
  mkdirSync(home, { recursive: true });
  writeFileSync(
    join(directory, "package.json"),
    JSON.stringify({ private: true, type: "module", dependencies }),
  );
  const path = [...programs.map((program) => dirname(program)), "/usr/bin", "/bin"].join(":");
  const env = {
    HOME: home,
    PATH: path,
    NO_COLOR: "1",
    BUN_CONFIG_REGISTRY: registry.url,
    BUN_INSTALL_CACHE_DIR: join(top, "cache-bun"),
    npm_config_registry: registry.url,
    npm_config_cache: join(top, "cache-npm"),
    npm_config_update_notifier: "false",
  };
  const run = async (words: readonly string[], more = {}): Promise<Ran> => {
    const child = Bun.spawn([...words], {
      cwd: directory,
      env: { ...env, ...more },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const [stdout, stderr, exitCode] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    return { exitCode, stdout, stderr };
  };
  return { directory, home, run };
}

/** Succeeds, or fails with all that was said. */
function succeeded({ exitCode, stdout, stderr }: Ran): string {
  if (exitCode !== 0) throw new Error(`it ended with ${exitCode}:\n${stdout}${stderr}`);
  return stdout;
}

const USED = { archived: ["archive one"], undone: true, hono: 1, express: 1, isClass: true };

describe("Bun", () => {
  test(
    "bunx runs the command in an empty directory",
    async () => {
      const { run, home } = project("bunx", [BUN()], {});
      const library = join(home, "ws/.metis/skills/one");
      mkdirSync(library, { recursive: true });
      writeFileSync(join(library, "SKILL.md"), SKILL);
      const version = succeeded(await run([BUN(), "x", "metis-curate", "--version"]));
      expect(version.trim()).toBe(rootPackage.version);
      const listed = succeeded(await run([BUN(), "x", "metis-curate", "home/ws", "--list", "--json"]));
      expect(JSON.parse(listed).skills).toMatchObject([{ name: "one", reason: "manual" }]);
      succeeded(await run([BUN(), "x", "metis-curate", "home/ws", "adopt", "one"]));
    },
    TIMEOUT_MS,
  );

  test(
    "the library curates, undoes, and is read over Hono and Express",
    async () => {
      const { run, directory } = project("bun", [BUN()]);
      succeeded(await run([BUN(), "install"]));
      cpSync(CONSUMER, join(directory, "consumer.ts"));
      expect(JSON.parse(succeeded(await run([BUN(), "consumer.ts"])))).toEqual(USED);
    },
    TIMEOUT_MS,
  );
});

describe("TypeScript", () => {
  test.each(["nodenext", "bundler"])(
    "types are there for moduleResolution %s",
    async (resolution) => {
      const types = { "@types/bun": catalog["@types/bun"] };
      const { run, directory } = project(`types-${resolution}`, [BUN()], {
        ...DEPENDENCIES,
        ...types,
      });
      // Express brings no types; what they are is not ours to test.
      writeFileSync(join(directory, "express.d.ts"), 'declare module "express";\n');
      succeeded(await run([BUN(), "install"]));
      const source = readFileSync(CONSUMER, "utf8").replace(
        "(request, response)",
        "(request: any, response: any)",
      );
      writeFileSync(join(directory, "consumer.ts"), source);
      const compilerOptions = {
        module: resolution === "bundler" ? "preserve" : "nodenext",
        moduleResolution: resolution,
        target: "es2024",
        lib: ["es2024", "dom"],
        types: ["bun"],
        strict: true,
        noEmit: true,
        exactOptionalPropertyTypes: true,
        noPropertyAccessFromIndexSignature: true,
      };
      writeFileSync(join(directory, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
      const tsc = join(import.meta.dir, "../../node_modules/.bin/tsc");
      succeeded(await run([BUN(), tsc, "-p", "."]));
    },
    TIMEOUT_MS,
  );
});

describe.each(findNodes().map((node) => [node.driver, node] as const))("Node with %s", (driver, node) => {
  test.skipIf("absent" in node)(
    "the library curates, undoes, and is read over Hono and Express; so does the command",
    async () => {
      if ("absent" in node) return;
      const native = { "better-sqlite3": catalog["better-sqlite3"] };
      const dependencies = { ...DEPENDENCIES, ...(driver === "better-sqlite3" && native) };
      const { run, directory } = project(`node-${driver.replace(":", "-")}`, [node.program], dependencies);
      // Compiled where it was installed before: no network in a test.
      succeeded(await run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund"]));
      const source = readFileSync(CONSUMER, "utf8");
      const program = new Bun.Transpiler({ loader: "ts", target: "node" }).transformSync(source);
      writeFileSync(join(directory, "consumer.mjs"), program);
      expect(JSON.parse(succeeded(await run([node.program, "consumer.mjs"])))).toEqual(USED);
      const bin = join(directory, "node_modules/metis-curate/bin/metis-curate.js");
      const listed = succeeded(await run([node.program, bin, "home/ws", "--list", "--json"]));
      expect(JSON.parse(listed).skills).toMatchObject([{ name: "one" }]);
    },
    TIMEOUT_MS,
  );
});
