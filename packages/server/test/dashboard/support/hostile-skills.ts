import type { FixtureSkill } from "@metis-curate/testkit";

/** What would run, reorder or break out if a page showed it as anything but text. */
export const HOSTILE_TEXT = [
  `</title></script></pre><script>document.documentElement.dataset.owned = "yes"</script>`,
  `"><img src=x onerror="document.documentElement.dataset.owned = 'yes'">`,
  "' onfocus='alert(1)' autofocus='",
  "javascript:alert(1) [link](javascript:alert(1)) <a href=javascript:alert(1)>x</a>",
  "\u202egnp.exe\u2066 \u200bhidden\u{e0041} \u0007bell",
  "<!-- --!> <![CDATA[ ]]> &lt;b&gt; &#60;",
  "<style>body{display:none}</style><base href=https://evil.example><meta http-equiv=refresh content=0>",
].join("\n\n");

const ONE_LINE = HOSTILE_TEXT.replaceAll(/\s+/g, " ");
const NAMES = ["<img src=x onerror=alert(1)>", `"onmouseover="alert(1)`, "$(touch owned)", "ünï-コード"];

/** Skills of a stranger whose every text is an attack. */
export const HOSTILE_SKILLS: readonly FixtureSkill[] = NAMES.map((name) => ({
  name,
  path: name,
  files: {
    "SKILL.md": `---\nname: hostile\ndescription: ${JSON.stringify(ONE_LINE)}\n---\n\n# Hostile\n\n${HOSTILE_TEXT}\n`,
  },
  events: [
    {
      type: "skill.created",
      daysAgo: 2,
      payload: { skill_id: name, skill_version: "0123456789abcdef", source: "manual", size_tokens: 1 },
    },
  ],
}));
