import { expect, test } from "bun:test";
import { agentSkill, manualSkill } from "@metis-curate/testkit";
import { actCommand } from "../../src/curator/act-command.ts";
import { answerOf, curatorOf, mixedLibrary } from "./reports/report-case.ts";

const EVIL = "$(touch owned)";

test.each([EVIL, "a b", "it's", "a;b", "`id`", "名前", "plain-name", "--force", "-x $y", "a\\b", '"', "*"])(
  "a shell and the command line read %j back",
  (name) => {
    const command = actCommand({ commandLine: "show ." }, "pin", name);
    const { stdout } = Bun.spawnSync(["sh", "-c", `show() { printf '%s\\n' "$@"; }; ${command}`]);
    expect(stdout.toString().trimEnd().split("\n")).toEqual([
      ".",
      "pin",
      ...(name.startsWith("-") ? ["--"] : []),
      name,
    ]);
  },
);

test("no advice and no message has a strange name as shell code", async () => {
  const library = () =>
    curatorOf(
      mixedLibrary({
        skills: [agentSkill(EVIL, { createdDaysAgo: 200 }), manualSkill("$(id)"), manualSkill(" $(id) ")],
      }),
    );
  const curator = library();
  const said = [
    ...(await answerOf(curator.explain(EVIL))).advice,
    ...(await answerOf(curator.explain("$(id)"))).advice,
    (await answerOf(curator.pin(EVIL))).message,
    ...(await answerOf(curator.explain(EVIL))).advice,
    (await answerOf(curator.adopt("$(id)"))).message,
    ...(await answerOf(library().plan())).notices,
    (await answerOf(library().archive(EVIL))).message,
  ];
  for (const line of said) {
    const [, command = ""] = line.split("metis-curate");
    expect(command.replaceAll(/'[^']*'/g, "")).not.toContain("$(");
  }
  expect(said.join("\n")).toContain(`pin '${EVIL}'`);
});
