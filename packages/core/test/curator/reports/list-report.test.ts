import { expect, test } from "bun:test";
import { agentSkill, curatorFixture } from "@metis-curate/testkit";
import { answerOf, curatorOf, mixedLibrary } from "./report-case.ts";

test("every skill has its state, origin and the one reason of an attended run", async () => {
  const list = await answerOf(curatorOf(mixedLibrary()).list());
  const rows = list.skills.map(({ name, state, origin, touchable, reason }) => [
    name,
    state,
    origin,
    touchable,
    reason,
  ]);
  expect(rows).toEqual([
    ["by-hand", "active", "manual", false, "manual"],
    ["foreign", "stale", "imported", false, "imported"],
    ["in-use", "active", "auto_generated", true, "active"],
    ["named-in-docs", "stale", "auto_generated", true, "referenced"],
    ["old-thing", "stale", "auto_generated", true, "archive"],
    ["resting", "stale", "auto_generated", true, "active"],
    ["touched-up", "stale", "auto_generated", false, "hand-edited"],
  ]);
  expect(list.skipped).toMatchObject([{ path: "broken/SKILL.md", kind: "no-frontmatter" }]);
});

test("numbers of use are those of the trace", async () => {
  const list = await answerOf(curatorOf(mixedLibrary()).list());
  const row = (name: string) => list.skills.find((skill) => skill.name === name);
  expect(row("in-use")).toMatchObject({
    last_loaded_at: "2026-05-30T00:00:00Z",
    loads_in_window: 3,
    inactive_days: 2,
    idle_days: 2,
    pinned: false,
    effectiveness: null,
  });
  expect(row("old-thing")).toMatchObject({ last_loaded_at: null, inactive_days: null, idle_days: 200 });
});

test("an archived skill is listed with an id that restore accepts, and gone when its directory is", async () => {
  const fixture = mixedLibrary();
  const curator = curatorOf(fixture);
  await answerOf(curator.archive("old-thing"));
  const list = await answerOf(curator.list());
  expect(list.skills.at(-1)).toMatchObject({ name: "old-thing", state: "archived", reason: "archived" });
  const [archive] = list.archives;
  expect(archive).toMatchObject({ skill: "old-thing", kind: "archive" });
  expect((await curator.restore(archive?.id ?? "")).ok).toBe(true);
  await answerOf(curator.archive("old-thing"));
  fixture.fs.rename(fixture.deps.root.archiveDir, "/home/ada/elsewhere");
  expect((await answerOf(curator.list())).archives).toEqual([]);
});

test("archived, made anew and archived again within one second: both are kept and listed", async () => {
  const fixture = curatorFixture({ skills: [agentSkill("old-thing")] });
  const curator = curatorOf(fixture);
  await answerOf(curator.archive("old-thing"));
  const input = { name: "old-thing", description: "Second of its name.", body: "# Second" };
  expect((await curator.saveSkill(input, "s")).kind).toBe("saved");
  await answerOf(curator.archive("old-thing"));
  const { archives } = await answerOf(curator.list());
  expect(archives.map(({ id }) => id)).toEqual([
    "old-thing-20260601T000000Z",
    "old-thing-20260601T000000Z-2",
  ]);
  expect((await curator.restore("old-thing-20260601T000000Z")).ok).toBe(true);
});

test("a forged archive path in state.json leads nowhere", async () => {
  const state = {
    schema_version: "1",
    skills: {
      evil: {
        archive_path: "../../../../etc/",
        archives: [
          { id: "../../../etc", kind: "archive", at: "2026-01-01T00:00:00Z", original_path: "evil" },
        ],
      },
      worse: {
        archives: [{ id: "x", kind: "archive", at: "2026-01-01T00:00:00Z", original_path: "../../../home" }],
      },
    },
  };
  const fixture = mixedLibrary({ files: { ".metis/curator/state.json": JSON.stringify(state) } });
  const { archives } = await answerOf(curatorOf(fixture).list());
  expect(archives).toEqual([]);
  expect((await curatorOf(fixture).restore("evil")).ok).toBe(false);
});

test("a corrupt state.json is read as the trace tells it, and stays as it is", async () => {
  const fixture = mixedLibrary();
  await answerOf(curatorOf(fixture).pin("in-use"));
  fixture.fs.unlink(fixture.deps.root.sidecarPath);
  fixture.fs.writeNewFile(fixture.deps.root.sidecarPath, new TextEncoder().encode("[]"));
  const list = await answerOf(curatorOf(fixture).list());
  expect(list.skills.find(({ name }) => name === "in-use")).toMatchObject({ pinned: true, reason: "pinned" });
  expect(new TextDecoder().decode(fixture.fs.readFile(fixture.deps.root.sidecarPath))).toBe("[]");
});
