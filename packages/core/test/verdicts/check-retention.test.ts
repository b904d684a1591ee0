import { describe, expect, test } from "bun:test";
import {
  checkRetention,
  type DroppedItem,
  type RetentionLedger,
  type RetentionMember,
  retentionSignals,
  supportFilesToCopy,
} from "../../src/verdicts/index.ts";

const file = (path: string, hash = `hash of ${path}`) => ({ path, hash });

function member(name: string, body: string, files: RetentionMember["files"] = []): RetentionMember {
  return { name, body, files };
}

function check(
  members: readonly RetentionMember[],
  body: string,
  dropped: readonly DroppedItem[] = [],
): RetentionLedger {
  return checkRetention(members, body, dropped, 0.9);
}

const REVIEW = member(
  "review-python",
  [
    "# Review Python",
    "",
    "Read the diff, run the linter, then comment on risky lines.",
    "",
    "```bash",
    "ruff check .",
    "pytest -q",
    "```",
    "",
    "Style: https://peps.python.org/pep-0008/. Details are in `references/style.md`.",
  ].join("\n"),
  [file("references/style.md")],
);

const DEPLOY = member(
  "deploy",
  "# Deploy\n\nBuild a container image, push it to the registry, roll out slowly and watch every metric.\n",
);

describe("what is found", () => {
  test("everything, when the body stays", () => {
    const ledger = check([REVIEW], REVIEW.body);
    expect(ledger).toMatchObject({
      kind: "ok",
      missing: [],
      dropped: [],
      ratio: 1,
      contentWordShare: 1,
      reasons: [],
    });
    expect(ledger.found.map((item) => `${item.kind} ${item.text}`)).toEqual([
      "code ruff check . pytest -q",
      "command ruff check .",
      "command pytest -q",
      "url https://peps.python.org/pep-0008/",
      "file references/style.md",
    ]);
  });

  test("code whose blanks and indentation changed", () => {
    const body = REVIEW.body.replace("ruff check .\n", "    ruff   check .\n\n");
    expect(check([REVIEW], body).kind).toBe("ok");
  });

  test("a command inside a larger block", () => {
    const body = REVIEW.body.replace("pytest -q\n", "pytest -q\nmypy src\n");
    expect(check([REVIEW], body).kind).toBe("ok");
  });

  test("not a command that became another one", () => {
    const body = REVIEW.body.replace("pytest -q", "pytest -quiet");
    expect(check([REVIEW], body).missing.map((item) => item.text)).toContain("pytest -q");
  });

  test.each([
    ["$ make all", "make all"],
    ["Use `git push --force-with-lease` here.", "git push --force-with-lease"],
    ["```console\n$ make x\nbuilt\n```", "make x"],
    ["```sh\ndocker run \\\n  --rm x\n```", "docker run \\ --rm x"],
  ])("the command of %j", (body, command) => {
    const commands = check([member("a", body)], "else").missing.filter((item) => item.kind === "command");
    expect(commands.map((item) => item.text)).toEqual([command]);
  });

  test.each(["The `name` field.", "```python\nx = 1\n```", "```sh\n# comment\n```", "Use and/or, 1/2, `x`."])(
    "no command in %j",
    (body) => {
      expect(check([member("a", body)], "else").missing.filter((item) => item.kind === "command")).toEqual(
        [],
      );
    },
  );

  test("headings are reported, not counted", () => {
    const ledger = check([REVIEW], REVIEW.body.replace("# Review Python", "# Python review"));
    expect(ledger).toMatchObject({ kind: "ok", headings: { kept: [], lost: ["Review Python"] } });
  });
});

describe("a merge is refused", () => {
  test("when something is lost without a reason", () => {
    const body = REVIEW.body.replace("pytest -q\n", "");
    const ledger = check([REVIEW], body);
    expect(ledger.kind).toBe("refused");
    expect(ledger.missing.map((item) => item.text)).toEqual(["ruff check . pytest -q", "pytest -q"]);
  });

  test("when too much is dropped, whatever the reasons", () => {
    const body = REVIEW.body.replace("pytest -q\n", "");
    const ledger = check([REVIEW], body, [{ item: "```\nruff check .\npytest -q\n```", reason: "slow" }]);
    expect(ledger).toMatchObject({ kind: "refused", missing: [], ratio: 3 / 5 });
    expect(ledger.dropped.map((item) => item.reason)).toEqual(["slow", "slow"]);
    expect(
      checkRetention([REVIEW], body, [{ item: "ruff check . pytest -q", reason: "slow" }], 0.6).kind,
    ).toBe("ok");
  });

  test("when a blank reason is given", () => {
    const body = REVIEW.body.replace("pytest -q\n", "");
    expect(check([REVIEW], body, [{ item: "ruff check . pytest -q", reason: " " }]).missing).toHaveLength(2);
  });

  test("when an unrelated skill is swallowed", () => {
    const ledger = check([REVIEW, DEPLOY], REVIEW.body);
    expect(ledger.kind).toBe("refused");
    expect(ledger.contentWordShareByMember["deploy"]).toBeLessThan(0.5);
  });

  test("when a small unrelated skill is swallowed by a large one", () => {
    const large = member(
      "large",
      `${REVIEW.body}\n${"Many further words about reviewing. ".repeat(20)}`,
      REVIEW.files,
    );
    const ledger = check([large, DEPLOY], large.body);
    expect(ledger.contentWordShare).toBeGreaterThan(0.5);
    expect(ledger.kind).toBe("refused");
  });

  test("when 5 KB become 200 bytes", () => {
    const words = Array.from({ length: 700 }, (_, index) => `word${index}`);
    const ledger = check(
      [member("long", words.join(" ")), member("short", "word1 word2")],
      words.slice(0, 25).join(" "),
    );
    expect(ledger.kind).toBe("refused");
  });

  test("when every URL of one member is gone", () => {
    const ledger = check(
      [member("a", "See https://a.example/x?y=1."), member("b", "See https://b.example.")],
      "See https://b.example.",
    );
    expect(ledger.missing).toEqual([{ kind: "url", text: "https://a.example/x?y=1" }]);
  });

  test.each([
    "Read `references/all.md`.",
    "Run scripts/new.sh first.",
    "[guide](guide.md)",
    "See docs/made-up.md.",
  ])("when the new body has %j and nobody wrote the file", (text) => {
    const ledger = check([REVIEW], `${REVIEW.body}\n${text}\n`);
    expect(ledger.kind).toBe("refused");
    expect(ledger.missingFiles).toHaveLength(1);
  });

  test("when members mean different files by one path", () => {
    const other = member("other", REVIEW.body, [file("references/style.md", "different")]);
    expect(check([REVIEW, other], REVIEW.body).reasons).toEqual([
      "members have different files references/style.md",
    ]);
  });
});

describe("a merge passes", () => {
  test("with a file of the user's project that a member already names", () => {
    const body = "Edit `src/main.ts` and `package.json`, see ../README.md and docs/a.md.";
    expect(check([member("a", body)], `# New\n\n${body}`)).toMatchObject({ kind: "ok", missingFiles: [] });
  });

  test("with a script of the user's project that a member's code block runs", () => {
    const code = "```sh\ngit bisect run ./scripts/repro.sh\n```\n";
    const bisect = member("bisect", `# Bisect\n\n${code}`);
    expect(check([bisect], `# Find the culprit, bisect\n\n${code}`)).toMatchObject({
      kind: "ok",
      missingFiles: [],
    });
    const made = code.replace("repro", "made-up");
    expect(check([bisect], `${bisect.body}\n${made}`).missingFiles).toEqual(["scripts/made-up.sh"]);
    for (const mention of ["Run scripts/repro.sh.", "[it](./scripts/repro.sh)"]) {
      expect(check([bisect], `${bisect.body}\n${mention}\n`).missingFiles).toEqual(["scripts/repro.sh"]);
    }
  });

  test("with its own dangling reference when nothing was rewritten", () => {
    const hollow = member("hollow", "Read references/gone.md for the rest.\n");
    expect(check([hollow, { ...hollow, name: "twin" }], hollow.body)).toMatchObject({ kind: "ok", ratio: 1 });
    expect(check([hollow], `${hollow.body}More.`).kind).toBe("refused");
  });

  test("with equal bodies that differ in blanks only", () => {
    const twin = member("twin", REVIEW.body.replaceAll("\n", "\n\n"), REVIEW.files);
    expect(check([REVIEW, twin], REVIEW.body).kind).toBe("ok");
  });

  test("with empty bodies", () => {
    expect(check([member("a", "")], "")).toMatchObject({ kind: "ok", ratio: 1, contentWordShare: 1 });
  });
});

describe("support files", () => {
  const a = member("a", "Run `scripts/run.sh`.", [
    file("scripts/run.sh"),
    file("scripts/lib.sh"),
    file("notes.txt"),
  ]);
  const b = member("b", "Read references/b.md.", [file("references/b.md"), file("references/c.md")]);

  test("that the body refers to are copied from the member that has them", () => {
    expect(supportFilesToCopy([a, b], "b", "Run `./scripts/run.sh`, read references/b.md.")).toEqual([
      { from: "a", path: "scripts/run.sh", hash: "hash of scripts/run.sh" },
    ]);
  });

  test("of a directory are copied together", () => {
    const paths = supportFilesToCopy([a, b], "b", "Everything in `scripts/` helps.").map((copy) => copy.path);
    expect(paths).toEqual(["scripts/lib.sh", "scripts/run.sh"]);
  });

  test("are all copied into a new skill", () => {
    const paths = supportFilesToCopy([a, b], "new", "scripts/run.sh, references/b.md, `notes.txt`").map(
      (c) => c.path,
    );
    expect(paths).toEqual(["notes.txt", "references/b.md", "scripts/run.sh"]);
  });

  test("with a variable before the path are found", () => {
    const body = "python {baseDir}/scripts/run.sh and $SKILL_DIR/scripts/lib.sh";
    expect(supportFilesToCopy([a, b], "b", body).map((copy) => copy.path)).toEqual([
      "scripts/lib.sh",
      "scripts/run.sh",
    ]);
  });

  test("nobody refers to are not copied", () => {
    expect(supportFilesToCopy([a, b], "a", "# Nothing")).toEqual([]);
  });
});

test("a refusal is told in few words, whatever the body invents", () => {
  const invented = Array.from({ length: 5_000 }, (_, at) => `references/invented-${at}.md`);
  const ledger = check([REVIEW], `${REVIEW.body}\n${invented.join("\n")}\n`);
  expect(ledger.missingFiles).toHaveLength(5_000);
  expect(ledger.kind).toBe("refused");
  expect(ledger.reasons.join("; ").length).toBeLessThan(3_000);
});

test("the signals of a huge ledger are small", () => {
  const body = Array.from({ length: 500 }, (_, index) => `https://x.example/${"y".repeat(300)}${index}`).join(
    "\n",
  );
  const signals = retentionSignals(check([member("a", body)], "nothing"));
  expect(JSON.stringify(signals).length).toBeLessThan(6_000);
  expect(signals).toMatchObject({ retention_ratio: 0, retention_found: 0 });
});

test.each(["](", "`", "> ", "a.", "{", "[x](y ", "```a", " #", "$ "])(
  "a body of 20,000 times %j is decided at once",
  (part) => {
    const before = process.cpuUsage();
    check([member("a", part.repeat(20_000))], "other");
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  },
);
