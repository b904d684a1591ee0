import { describe, expect, test } from "bun:test";
import { createCurator, type ModelRequest } from "@metis-curate/core";
import {
  agentSkill,
  type CuratorFixture,
  confirmArchive,
  curatorFixture,
  editWith,
  isTorture,
  keepSkill,
  mergeInto,
  patternFinder,
  rewriteAs,
  scriptedModel,
} from "@metis-curate/testkit";
import fc from "fast-check";
import {
  acts,
  done,
  expectSound,
  idle,
  kindsOf,
  payloadsOf,
  reasonsOf,
  runNow,
  sidecarText,
  signalsOf,
  used,
} from "./curator-world.ts";

const SECRET = "fixture-secret-abcd1";
const OTHER = "fixture-secret-wxyz9";
const SKILLS = "/home/ada/project/.metis/skills";

/** All that leaves the skills: what was sent, recorded, logged and reported. */
function everythingTold(fixture: CuratorFixture, requests: readonly ModelRequest[], report: unknown): string {
  const { trace, logger, runLog } = fixture;
  return JSON.stringify([requests, trace.events, logger.entries, runLog, sidecarText(fixture), report]);
}

function bodyOf({ fs }: CuratorFixture, name: string): string {
  return new TextDecoder().decode(fs.readFile(`${SKILLS}/${name}/SKILL.md`));
}

function sentBody({ dossier }: ModelRequest): string {
  return dossier.purpose === "edit" || dossier.purpose === "archive"
    ? dossier.skill.body
    : dossier.members.map(({ body }) => body).join("\n");
}

describe("an edit of a skill with a secret", () => {
  const body = `# Push\n\nexport KEY=${SECRET}\nRun deployctl push.\n\nRead the logs.\nAnd then some more.`;
  const skills = [agentSkill("tool-user", { body, loadedDaysAgo: [1, 2, 3], failedLoads: 3 })];

  test("keeps the secret in the file and tells it to nobody", async () => {
    const model = scriptedModel({
      answers: (request) => {
        const line = sentBody(request).split("\n")[2] ?? "";
        return editWith(`@@ @@\n ${line}\n-Run deployctl push.\n+Run deploy push.`, `it needs ${line}`);
      },
    });
    const fixture = curatorFixture({ skills, model });
    const report = await runNow(fixture);
    expect(acts(fixture)).toEqual(["edit tool-user"]);
    expect(bodyOf(fixture, "tool-user")).toContain(`export KEY=${SECRET}\nRun deploy push.`);
    expect(everythingTold(fixture, model.requests, report)).not.toContain(SECRET);
    const [curated] = payloadsOf(fixture, "skill.curated");
    expect(curated).toMatchObject({ rationale: "it needs export KEY=[redacted]" });
    expect(signalsOf(curated)).toMatchObject({ rationale_redacted: true });
    expectSound(fixture);
  });

  test.each([
    ["drops it", (line: string) => `@@ @@\n-${line}\n-Run deployctl push.\n+Run deploy push.`],
    ["alters it", (line: string) => `@@ @@\n-${line}\n+${line.replace(":1⟧", ":7⟧")}\n Run deployctl push.`],
    ["replaces it", (line: string) => `@@ @@\n-${line}\n+export KEY=other\n Run deployctl push.`],
    ["makes one up", () => "@@ @@\n-Run deployctl push.\n+Run ⟦secret:00000000:1⟧ push."],
  ])("that %s is refused, paid for once, and not asked again", async (_, diffOf) => {
    const model = scriptedModel({
      answers: (request) => editWith(diffOf(sentBody(request).split("\n")[2] ?? "")),
    });
    const fixture = curatorFixture({ skills, model });
    const before = bodyOf(fixture, "tool-user");
    const report = await runNow(fixture);
    expect(kindsOf(report)).toEqual(["secret-placeholder"]);
    expect(report).toMatchObject({ spend_usd: "0.002", errors: 0 });
    expect(payloadsOf(fixture, "curator.call_completed")[0]).toMatchObject({ verdict: "refused" });
    expect(everythingTold(fixture, model.requests, report)).not.toContain(SECRET);
    expect(bodyOf(fixture, "tool-user")).toBe(before);
    expect(reasonsOf(await runNow(fixture))["tool-user"]).toBe("answered");
  });
});

describe("a merge of skills with secrets", () => {
  const appBody = `# Deploy app\n\n\`\`\`sh\ndeploy --key ${SECRET} app\n\`\`\``;
  const siteBody = `# Deploy site\n\n\`\`\`sh\ndeploy --key ${OTHER} site\n\`\`\``;
  const skills = () => [
    used("deploy-web-app", { body: appBody }),
    used("deploy-web-site", { body: siteBody }),
  ];

  function merging(
    rewrite: (request: ModelRequest) => ReturnType<typeof rewriteAs>,
    newDescription = "Both",
  ) {
    const model = scriptedModel({
      answers: (request) =>
        request.purpose === "rewrite"
          ? rewrite(request)
          : mergeInto("deploy-web-app", ["deploy-web-site"], { newDescription }),
    });
    return { model, fixture: curatorFixture({ skills: skills(), model, config: { retention_min: 0.3 } }) };
  }

  test("puts them back into the new body", async () => {
    const { model, fixture } = merging((request) => rewriteAs(sentBody(request)));
    const report = await runNow(fixture);
    expect(acts(fixture)).toEqual(["consolidate deploy-web-app", "archive deploy-web-site"]);
    expect(bodyOf(fixture, "deploy-web-app")).toContain(`${appBody}\n\n${siteBody}`);
    expect(everythingTold(fixture, model.requests, report)).not.toMatch(/fixture-secret-(?:abcd1|wxyz9)/);
  });

  test("may drop one with a reason; the ledger names it redacted", async () => {
    const { model, fixture } = merging((request) => {
      const text = sentBody(request);
      const code = text.split("\n").filter((line) => line.startsWith("deploy"))[1] ?? "";
      const body = text.replace(`\`\`\`sh\n${code}\n\`\`\``, "Site as app.");
      return rewriteAs(body, [{ item: code, reason: `${code} is the same` }]);
    });
    const report = await runNow(fixture);
    expect(acts(fixture)).toEqual(["consolidate deploy-web-app", "archive deploy-web-site"]);
    expect(everythingTold(fixture, model.requests, report)).not.toMatch(/fixture-secret-(?:abcd1|wxyz9)/);
    const signals = JSON.stringify(signalsOf(payloadsOf(fixture, "skill.curated")[0]));
    expect(signals).toContain("deploy --key [redacted] site");
    expect(signals).not.toContain("⟦secret");
  });

  test("that loses one is refused", async () => {
    const { model, fixture } = merging(() => rewriteAs("# Deploy app and site\n\nDeploy it with the key."));
    const report = await runNow(fixture);
    expect(kindsOf(report)).toEqual(["secret-placeholder"]);
    expect(everythingTold(fixture, model.requests, report)).not.toContain("fixture-secret");
  });

  test("with a description that holds one is refused before the rewrite", async () => {
    const { model, fixture } = merging(() => rewriteAs("unused"), `Both, with ${SECRET}`);
    expect(kindsOf(await runNow(fixture))).toEqual(["secret-placeholder"]);
    expect(model.requests).toHaveLength(1);
  });
});

test("a free model sees the text as it is, and the records of its merge hold no secret all the same", async () => {
  const body = `# Deploy\n\nBuild and upload.\n\n## Key ${SECRET}\n\nUse it.`;
  const item = `deploy --key ${OTHER} site`;
  const model = scriptedModel({
    free: true,
    answers: (request) =>
      request.purpose === "rewrite"
        ? rewriteAs(body.replace(`## Key ${SECRET}`, "## Key"), [{ item, reason: "the same" }])
        : mergeInto("deploy-web-app", ["deploy-web-site"]),
  });
  const fixture = curatorFixture({
    skills: [used("deploy-web-app", { body }), used("deploy-web-site", { body: `${body}\n\n\`${item}\`` })],
    model,
    config: { retention_min: 0 },
  });
  const report = await runNow(fixture);
  expect(acts(fixture)).toEqual(["consolidate deploy-web-app", "archive deploy-web-site"]);
  expect(JSON.stringify(model.requests)).toContain(SECRET);
  expect(everythingTold(fixture, [], report)).not.toContain("fixture-secret");
});

test("an operator's reason and a declined answer's reason are kept without secrets", async () => {
  const model = scriptedModel({ answers: () => keepSkill(`still needs ${SECRET}`) });
  const fixture = curatorFixture({ skills: [idle("alpha"), idle("beta")], model });
  const report = await runNow(fixture);
  done(await createCurator(fixture.deps).archive("alpha", { reason: `leaked ${OTHER}` }));
  expect(everythingTold(fixture, model.requests, report)).not.toContain("fixture-secret");
  expect(signalsOf(payloadsOf(fixture, "skill.curated").at(-1))).toMatchObject({
    reason: "leaked [redacted]",
  });
});

test("a skill whose name holds a secret is never sent", async () => {
  const model = scriptedModel({ answers: () => confirmArchive() });
  const fixture = curatorFixture({ skills: [idle(SECRET), idle("alpha")], model });
  const report = await runNow(fixture);
  expect(report.skips).toMatchObject([{ skills: [SECRET], kind: "unsendable", cost_usd: "0" }]);
  expect(JSON.stringify(model.requests)).not.toContain(SECRET);
});

test("a skill that cannot be searched is never sent", async () => {
  const model = scriptedModel({ answers: () => confirmArchive() });
  const broken = {
    findSecrets: async (text: string) => [{ start: 0, end: text.length, kind: "unsearchable" }],
  };
  const fixture = curatorFixture({ skills: [idle("alpha")], model, secrets: broken });
  expect(kindsOf(await runNow(fixture))).toEqual(["unsendable"]);
  expect(model.requests).toEqual([]);
});

const bodyArbitrary = fc
  .array(fc.constantFrom(SECRET, OTHER, " ", "\n", "`run it`", "word", "https://a.b/c?", "```\n"), {
    minLength: 2,
    maxLength: 12,
  })
  .map((parts) => `# Title\n\nBody of ${parts.join("")}\n\nend of the body.`);

/** What a model may do with the text it was sent, in a body, a rationale or a description. */
const echoArbitrary = fc.constantFrom<(sent: string) => string>(
  (sent) => sent,
  (sent) => sent.replaceAll("⟦", "[").replaceAll("⟧", "]"),
  (sent) => sent.replace(/⟦secret:[0-9a-f]{8}:/g, "⟦secret:00000000:"),
  (sent) => sent.slice(0, Math.max(20, sent.length - 25)),
  (sent) => `${sent}\n${sent}`,
  () => "# Something else\n\nof its own.",
  () => `# Guessed\n\n${SECRET}`,
);

test("no secret reaches a request, an event, the logs, the sidecar or the report, whatever the model says", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(bodyArbitrary, { minLength: 4, maxLength: 4 }),
      echoArbitrary,
      fc.boolean(),
      async (bodies, echo, declines) => {
        const [a = "", b = "", c = "", d = ""] = bodies;
        const model = scriptedModel({
          answers: (request) => {
            const text = echo(sentBody(request));
            const short = text.slice(0, 500);
            switch (request.purpose) {
              case "archive":
                return declines ? keepSkill(short) : confirmArchive(short);
              case "edit":
                return editWith(
                  `@@ @@\n Body of\n-end of the body.\n+${text.replaceAll("\n", "\n+")}`,
                  short,
                );
              case "rewrite":
                return rewriteAs(text, [{ item: short, reason: short }]);
              case "consolidate":
                return mergeInto("deploy-web-app", ["deploy-web-site"], {
                  newDescription: declines ? "Both" : short,
                  rationale: short,
                });
            }
          },
        });
        const fixture = curatorFixture({
          skills: [
            idle("old-thing", { body: a, description: `Uses ${SECRET}` }),
            used("deploy-web-app", { body: b }),
            used("deploy-web-site", { body: c, description: `Web site ${OTHER}` }),
            agentSkill("tool-user", { body: d, loadedDaysAgo: [1, 2, 3], failedLoads: 3 }),
          ],
          model,
          secrets: patternFinder(/fixture-secret-(?:abcd1|wxyz9)/g),
        });
        const report = await runNow(fixture);
        expect(model.requests.length).toBeGreaterThan(2);
        expect(
          /.{9}fixture-secret-.{5}/.exec(everythingTold(fixture, model.requests, report))?.[0],
        ).toBeUndefined();
        expectSound(fixture);
      },
    ),
    { numRuns: isTorture() ? 600 : 25 },
  );
});
