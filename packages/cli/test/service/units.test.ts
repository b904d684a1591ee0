import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { withJob, withoutJob } from "../../src/service/crontab-block.ts";
import { launchdAgent } from "../../src/service/launchd-agent.ts";
import { dailyTime, jobName, type ServiceJob } from "../../src/service/service-job.ts";
import { systemdUnits } from "../../src/service/systemd-units.ts";

function job(words: readonly string[], kind: ServiceJob["kind"] = "daily"): ServiceJob {
  const command = ["/home/a b/.metis/bin/metis-curate", ...words];
  return {
    kind,
    name: "metis-curate-app-1a2b3c4d",
    description: "due check of 100 % of /w",
    command,
    environmentFile: "/home/a b/.metis/environment",
    minute: 7,
    hour: 3,
  };
}

/** Words without line breaks, which no manager can take. */
const words = fc.array(
  fc.string({ unit: "grapheme", maxLength: 12 }).filter((word) => !/[\n\r\0]/.test(word)),
  {
    maxLength: 4,
  },
);

/** What systemd makes of a quoted command line: its rules read backwards. */
function parseExecStart(text: string): readonly string[] {
  const line = /^ExecStart=(.*)$/m.exec(text)?.[1] ?? "";
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, body = ""]) =>
    body.replaceAll("%%", "%").replaceAll("$$", "$").replaceAll(/\\(.)/g, "$1"),
  );
}

describe("systemd", () => {
  test("a daily job is a timer and what it starts", () => {
    const units = systemdUnits(job(["--global", "--trigger", "scheduled"]), "/u");
    expect(units.map(({ path }) => path)).toEqual([
      "/u/metis-curate-app-1a2b3c4d.service",
      "/u/metis-curate-app-1a2b3c4d.timer",
    ]);
    expect(units[0]?.text).toContain(
      'ExecStart="/home/a b/.metis/bin/metis-curate" "--global" "--trigger" "scheduled"\n',
    );
    expect(units[0]?.text).toContain("Description=due check of 100 %% of /w\n");
    expect(units[0]?.text).not.toContain("[Install]");
    expect(units[1]?.text).toContain("OnCalendar=*-*-* 03:07:00\n");
    expect(units[1]?.text).toContain("Persistent=true\n");
  });

  test("a lasting job is a service that comes back", () => {
    const [unit, ...others] = systemdUnits(job(["mcp"], "lasting"), "/u");
    expect(others).toEqual([]);
    expect(unit?.text).toContain("Restart=on-failure\n");
    expect(unit?.text).toContain("WantedBy=default.target\n");
  });

  test("any word comes through", () => {
    fc.assert(
      fc.property(words, (typed) => {
        const [service] = systemdUnits(job(typed), "/u");
        expect(parseExecStart(service?.text ?? "")).toEqual(job(typed).command);
      }),
    );
  });
});

test.each(["a$b", "a'b", 'a"b', "a\\b"])("systemd starts a launcher below /home/%s", (name) => {
  const program = `/home/${name}/.metis/bin/metis-curate`;
  const [service] = systemdUnits({ ...job([]), command: [program, "mcp"] }, "/u");
  expect(parseExecStart(service?.text ?? "")).toEqual(["/bin/sh", program, "mcp"]);
});

describe("launchd", () => {
  test("any word comes through", () => {
    fc.assert(
      fc.property(words, (typed) => {
        const { text } = launchdAgent(job(typed), "/l");
        const list = /<array>([\s\S]*?)<\/array>/.exec(text)?.[1] ?? "";
        const found = [...list.matchAll(/<string>([^<]*)<\/string>/g)].map(([, body = ""]) =>
          body.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"),
        );
        expect(found).toEqual([...job(typed).command]);
      }),
    );
  });

  test("daily at a time, or from the login on", () => {
    expect(launchdAgent(job([]), "/l").text).toContain("<integer>3</integer>");
    expect(launchdAgent(job([], "lasting"), "/l").text).toContain("<key>KeepAlive</key>\n  <true/>");
  });
});

describe("cron", () => {
  const others = fc
    .array(fc.stringMatching(/^[ -~]{0,20}$/), { maxLength: 5 })
    .map((lines) => lines.map((line) => `${line}\n`).join(""));

  test("other lines stay, byte for byte, and the job comes once", () => {
    fc.assert(
      fc.property(others, others, (before, after) => {
        const once = withJob(before, job(["--global"])) + after;
        expect(once.startsWith(before)).toBe(true);
        expect(withJob(once, job(["--global"]))).toBe(once);
        expect(withoutJob(once, job([]).name)).toBe(before + after);
        const changed = withJob(once, job(["/w"]));
        expect(withoutJob(changed, job([]).name)).toBe(before + after);
        expect(changed).toContain("/w");
      }),
    );
  });

  test("a percent sign is none of cron's", () => {
    expect(withJob("", job(["/w/100%"]))).toContain(
      "\n7 3 * * * '/home/a b/.metis/bin/metis-curate' /w/100\\% >/dev/null 2>&1\n",
    );
  });

  test("a block whose end somebody took away is left", () => {
    const broken = withJob("", job([])).replace(/# [^\n]*: end\n/, "");
    expect(withoutJob(broken, job([]).name)).toBe(broken);
  });

  test("it ends at no other block's end, and what a person wrote in between stays", () => {
    const whole = withJob("", job([]));
    const broken = whole.replace(/# [^\n]*: end\n/, "");
    expect(withoutJob(`${broken}5 5 * * * mine\n${whole}`, job([]).name)).toBe(`${broken}5 5 * * * mine\n`);
    const within = whole.replace(/(?=# [^\n]*: end\n)/, "5 5 * * * mine\n");
    expect(withoutJob(within, job([]).name)).toBe("5 5 * * * mine\n");
    expect(withJob(within, job(["/w"]))).toBe(`${withJob("", job(["/w"]))}5 5 * * * mine\n`);
  });

  test("a lasting job starts with the machine", () => {
    expect(withJob("", job(["mcp"], "lasting"))).toContain("\n@reboot ");
  });
});

test("names are of letters, digits and dashes, and differ with what they stand for", () => {
  expect(jobName("", "/home/me/My App!", ["/home/me/My App!"])).toMatch(/^metis-curate-my-app-[0-9a-f]{8}$/);
  expect(jobName("mcp", "/", ["/"])).toMatch(/^metis-curate-mcp-[0-9a-f]{8}$/);
  expect(jobName("", "/a/x", ["/a/x"])).not.toBe(jobName("", "/b/x", ["/b/x"]));
});

test("jobs start in the small hours, each at its own minute", () => {
  const times = Array.from({ length: 200 }, (_, n) => dailyTime(`job-${n}`));
  expect(times.every(({ hour, minute }) => hour >= 2 && hour < 6 && minute >= 0 && minute < 60)).toBe(true);
  expect(new Set(times.map(({ minute }) => minute)).size).toBeGreaterThan(30);
});
