import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { makeTree, type Tree } from "../../../../runtimes/test/support/tree.ts";
import { type Ran, runInProcess } from "../support/real-cli.ts";

/** Stands for crontab(1): keeps what it is given in a file, and knows how it says that there is none. */
const FAKE_CRONTAB = `#!/bin/sh
file="$HOME/the-crontab"
if [ "$1" = -l ]; then
  if [ -f "$file" ]; then cat "$file"; else echo "no crontab for me" >&2; exit 1; fi
else cat > "$file"; fi
`;
/** Notes what it was told. */
const FAKE_SYSTEMCTL = `#!/bin/sh
echo "$*" >> "$HOME/told"
`;

let tree: Tree;
beforeEach(() => {
  tree = makeTree();
  tree.directory("home/app");
});
afterEach(() => tree.remove());

function program(name: string, script: string): void {
  tree.file(`bin/${name}`, script);
  chmodSync(tree.at(`bin/${name}`), 0o755);
}

function cli(words: string, path = `${tree.at("bin")}:/usr/bin:/bin`): Promise<Ran> {
  const home = tree.at("home");
  return runInProcess({ home }, words.split(" "), { env: { HOME: home, PATH: path, NO_COLOR: "1" } });
}

function read(path: string): string {
  return readFileSync(tree.at(path), "utf8");
}

const UNITS = "home/.config/systemd/user";

describe("schedule with systemd", () => {
  test("prints without writing, writes with --yes, and takes away what it wrote", async () => {
    program("systemctl", FAKE_SYSTEMCTL);
    const preview = await cli("schedule app --install systemd --dry-run");
    expect(preview.exitCode).toBe(0);
    expect(preview.stdout).toContain(
      `\nExecStart="${tree.at("home/.metis/bin/metis-curate")}" "${tree.at("home/app")}"`,
    );
    expect(preview.stdout).toContain("nothing was written");
    expect(existsSync(tree.at("home/.config"))).toBe(false);

    const asked = await cli("schedule app --install systemd");
    expect(asked.exitCode).toBe(2);
    expect(asked.stderr).toContain("nobody can be asked here; give --yes");
    expect(existsSync(tree.at("home/.config"))).toBe(false);

    expect((await cli("schedule app --install systemd --yes")).exitCode).toBe(0);
    const [service = "", timer = ""] = readdirSync(tree.at(UNITS)).sort();
    expect(timer).toBe(service.replace(/\.service$/, ".timer"));
    expect(read("home/told")).toBe(`--user daemon-reload\n--user enable --now ${timer}\n`);
    expect(existsSync(tree.at("home/.metis/bin/metis-curate"))).toBe(true);
    expect((await cli("schedule app --install systemd --yes")).stdout).toContain("is installed already");

    expect((await cli("schedule app --uninstall --yes")).exitCode).toBe(0);
    expect(readdirSync(tree.at(UNITS))).toEqual([]);
    expect(read("home/told").split("\n").slice(2, 4)).toEqual([
      `--user disable --now ${timer}`,
      "--user daemon-reload",
    ]);
    expect(readdirSync(tree.at("home/.metis/curator/settings"))).toHaveLength(2);
    expect((await cli("schedule app --uninstall")).stdout).toContain("nothing of it is installed");
  });

  test("a manager that is not here is said, with what to run", async () => {
    const ran = await cli("schedule --global --install systemd --yes", tree.at("bin"));
    expect(ran.exitCode).toBe(0);
    expect(ran.stdout).toContain("run this yourself:\n  systemctl --user daemon-reload\n");
    expect(ran.stdout).toContain("there is no program systemctl here");
    expect(readdirSync(tree.at(UNITS))).toHaveLength(2);
  });

  test("a unit of somebody else is never replaced, nor taken away", async () => {
    program("systemctl", FAKE_SYSTEMCTL);
    await cli("schedule app --install systemd --yes");
    const [service = ""] = readdirSync(tree.at(UNITS)).sort();
    tree.file(`${UNITS}/${service}`, "[Service]\nExecStart=/bin/true\n");
    for (const words of ["schedule app --install systemd --yes", "schedule app --uninstall --yes"]) {
      await cli(words);
      expect(read(`${UNITS}/${service}`)).toBe("[Service]\nExecStart=/bin/true\n");
    }
    const refused = await cli("schedule app --install systemd --yes");
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain("was not made by metis-curate; move it away first");
  });

  test("two libraries have two jobs", async () => {
    program("systemctl", FAKE_SYSTEMCTL);
    await cli("schedule app --install systemd --yes");
    await cli("schedule app --layout claude-code --install systemd --yes");
    await cli("schedule --global --install systemd --yes");
    expect(readdirSync(tree.at(UNITS))).toHaveLength(6);
    await cli("schedule app --uninstall --yes");
    expect(readdirSync(tree.at(UNITS))).toHaveLength(4);
  });
});

describe("schedule with cron", () => {
  beforeEach(() => program("crontab", FAKE_CRONTAB));

  test("other lines stay, and come back byte for byte", async () => {
    const before = "MAILTO=me\n# mine\n5 4 * * 1\t/usr/bin/true  # a \\% b\n\n";
    tree.file("home/the-crontab", before);
    await cli("schedule app --install cron --yes");
    expect(read("home/the-crontab")).toStartWith(before);
    expect(read("home/the-crontab")).toMatch(
      /\d+ [2-5] \* \* \* \S+metis-curate \S+app --trigger scheduled >\/dev\/null 2>&1\n/,
    );
    await cli("schedule app --uninstall --yes");
    expect(read("home/the-crontab")).toBe(before);
  });

  test("who has no crontab gets one", async () => {
    expect((await cli("schedule --global --install cron --yes")).exitCode).toBe(0);
    expect(read("home/the-crontab")).toContain("--global --trigger scheduled");
  });
});

test("without crontab there is one line", async () => {
  const ran = await cli("schedule app --install cron --yes", tree.at("bin"));
  expect(ran).toMatchObject({ exitCode: 2, stdout: "" });
  expect(ran.stderr).toBe("error: there is no program crontab here; use --install systemd or launchd\n");
});

test("schedule with launchd writes one agent", async () => {
  const ran = await cli("schedule app --install launchd --yes", tree.at("bin"));
  expect(ran.stdout).toContain("launchctl bootstrap gui/");
  const [name = ""] = readdirSync(tree.at("home/Library/LaunchAgents"));
  expect(read(`home/Library/LaunchAgents/${name}`)).toContain(`<string>${tree.at("home/app")}</string>`);
});

test("the MCP server as a service", async () => {
  program("systemctl", FAKE_SYSTEMCTL);
  await cli("mcp --global --install-service systemd --port 9001 --yes");
  const [name = ""] = readdirSync(tree.at(UNITS));
  expect(read(`${UNITS}/${name}`)).toContain('"mcp" "--global" "--http" "--port" "9001"\n');
  expect(read("home/told")).toContain(`enable --now ${name}`);
  await cli("mcp --global --uninstall --yes");
  expect(readdirSync(tree.at(UNITS))).toEqual([]);
  const token = await cli("mcp --global --install-service systemd --token 0123456789abcdef0 --yes");
  expect(token.exitCode).toBe(2);
  expect(readdirSync(tree.at(UNITS))).toEqual([]);
});

test.each([
  ["schedule --install systemd", "schedule needs a workspace or --global"],
  ["schedule app", "schedule needs --install <systemd|launchd|cron> or --uninstall"],
  [
    "schedule app --install systemd --uninstall",
    "schedule needs --install <systemd|launchd|cron> or --uninstall",
  ],
  ["schedule app --install sytemd", "--install \"sytemd\" is unknown; did you mean 'systemd'?"],
  ["mcp --yes", "--yes and --dry-run are for --install-service"],
])("%s is refused in one line", async (words, message) => {
  const ran = await cli(words);
  expect(ran.exitCode).toBe(2);
  expect(ran.stderr).toContain(message);
});

test("what is scheduled runs, and does nothing while it is not due", async () => {
  tree.skill("home/app/.metis/skills/one");
  await cli("app adopt one");
  const ran = await cli("app --trigger scheduled --model rules");
  expect(ran.exitCode).toBe(0);
  expect(existsSync(tree.at("home/app/.metis/skills/one/SKILL.md"))).toBe(true);
});
