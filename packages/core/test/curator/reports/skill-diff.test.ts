import { describe, expect, test } from "bun:test";
import {
  agentSkill,
  type CuratorFixture,
  curatorFixture,
  editWith,
  scriptedModel,
} from "@metis-curate/testkit";
import { answerOf, curatorOf } from "./report-case.ts";

const BODY = "# Tool\n\n1. call old_tool\n2. read\n3. write\n4. stop";
const DIFF = "@@ -1,3 +1,3 @@\n # Tool\n \n-1. call old_tool\n+1. call new_tool\n";
const LIVE = "/home/ada/project/.metis/skills/tool/SKILL.md";

async function editedTool(): Promise<CuratorFixture> {
  const fixture = curatorFixture({
    skills: [
      agentSkill("tool", { body: BODY, createdDaysAgo: 30, loadedDaysAgo: [3, 2, 1], failedLoads: 3 }),
    ],
    model: scriptedModel({ id: "scripted", free: true, answers: [editWith(DIFF, "renamed")] }),
  });
  await answerOf(curatorOf(fixture).run({ trigger: "explicit_cli", yes: true }));
  return fixture;
}

async function diffOfEdit(fixture: CuratorFixture): Promise<string | null> {
  const entries = await answerOf(curatorOf(fixture).history());
  return entries.find(({ action }) => action === "edit")?.diff ?? null;
}

function rewriteFile({ fs }: CuratorFixture, path: string, text: string): void {
  fs.unlink(path);
  fs.writeNewFile(path, new TextEncoder().encode(text));
}

function snapshotFile({ fs, deps }: CuratorFixture): string {
  const id = fs.readdir(deps.root.archiveDir).find(({ name }) => name.startsWith("tool-edit-"))?.name;
  return `${deps.root.archiveDir}/${id}/SKILL.md`;
}

describe("the diff of an act", () => {
  test("is one unified diff between the file before and after it", async () => {
    const diff = await diffOfEdit(await editedTool());
    expect(diff).toContain("--- a/tool/SKILL.md\n+++ b/tool/SKILL.md\n");
    expect(diff).toContain("-1. call old_tool\n+1. call new_tool\n");
  });

  test("says when a person changed the file since, so that nothing is laid at the curator's door", async () => {
    const fixture = await editedTool();
    const text = new TextDecoder().decode(fixture.fs.readFile(LIVE));
    rewriteFile(fixture, LIVE, text.replace("2. read", "2. read twice"));
    expect(await diffOfEdit(fixture)).toContain("+++ b/tool/SKILL.md\twith later changes\n");
  });

  test("is read from the archive when the skill was archived since", async () => {
    const fixture = await editedTool();
    fixture.clock.advanceDays(1);
    await answerOf(curatorOf(fixture).archive("tool"));
    expect(await diffOfEdit(fixture)).toContain("+1. call new_tool\n");
  });

  test("is not shown when the snapshot is gone", async () => {
    const fixture = await editedTool();
    fixture.fs.unlink(snapshotFile(fixture));
    expect(await diffOfEdit(fixture)).toBeNull();
  });

  test("never shows a file outside the archive that a link in the repository leads to", async () => {
    const fixture = await editedTool();
    const { fs } = fixture;
    fs.writeNewFile("/home/ada/secret", new TextEncoder().encode("token 12345\n"));
    const file = snapshotFile(fixture);
    fs.unlink(file);
    fs.symlink("/home/ada/secret", file);
    expect(await diffOfEdit(fixture)).toBeNull();
  });

  test("never shows an archive directory that is a link out of the workspace", async () => {
    const fixture = await editedTool();
    const { fs, deps } = fixture;
    fs.rename(deps.root.archiveDir, "/home/ada/elsewhere");
    fs.symlink("/home/ada/elsewhere", deps.root.archiveDir);
    expect(await diffOfEdit(fixture)).toBeNull();
  });
});

test("history tells acts on the root as well, and adopted and disowned skills by the NFC name", async () => {
  const curator = curatorOf(curatorFixture({ skills: [agentSkill("tool")] }));
  await answerOf(curator.disown("tool"));
  await answerOf(curator.adopt("tool"));
  await answerOf(curator.pause());
  const entries = await answerOf(curator.history());
  expect(entries.map(({ action, skill, source }) => [action, skill, source])).toEqual([
    ["pause", "", "operator"],
    ["adopt", "tool", "operator"],
    ["disown", "tool", "operator"],
  ]);
  expect(await answerOf(curator.history({ limit: -1 }))).toEqual([]);
});
