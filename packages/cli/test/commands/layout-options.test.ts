import { describe, expect, test } from "bun:test";
import { LAYOUT_ROWS } from "@metis-curate/runtimes";
import { runCommandLine } from "../support/run-command-line.ts";

describe("a server at the directory at hand", () => {
  test.each(LAYOUT_ROWS.map(({ layout }) => [layout.name, layout.skills.join("/")] as const))(
    "of the layout %s serves it when it has %s",
    async (layout, skills) => {
      const directories = ["/desk", `/desk/${skills}`];
      for (const verb of ["serve", "mcp"]) {
        const [here] = (await runCommandLine([verb, "--layout", layout], { directories })).opened;
        const isHere = layout !== "hermes";
        expect(here).toMatchObject({ workspace: isHere ? "/desk" : null, global: !isHere, layout });
        const [none] = (await runCommandLine([verb, "--layout", layout])).opened;
        expect(none).toMatchObject({ workspace: null, global: true, layout });
      }
    },
  );

  test("without a layout goes by .metis", async () => {
    const [here] = (await runCommandLine(["serve"], { directories: ["/desk", "/desk/.metis"] })).opened;
    expect(here).toMatchObject({ workspace: "/desk", global: false });
    const [other] = (await runCommandLine(["serve"], { directories: ["/desk", "/desk/.claude/skills"] }))
      .opened;
    expect(other).toMatchObject({ workspace: null, global: true });
  });
});
