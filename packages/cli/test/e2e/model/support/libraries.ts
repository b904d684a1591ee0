import { agentSkill, type FixtureEvent, type FixtureSkill } from "@metis-curate/testkit";

const MINUTE_IN_DAYS = 1 / 1440;

/** Two skills for one task and in use; the first is loaded more often. */
export function twins(): readonly FixtureSkill[] {
  const shared = [
    "Read the whole change first.",
    "Name the risk in one sentence.",
    "Ask for a test of each branch.",
  ];
  const one = { createdDaysAgo: 60, loadedDaysAgo: [1, 2, 3, 4] };
  const two = { createdDaysAgo: 50, loadedDaysAgo: [5, 6] };
  return [
    agentSkill("review-python-code", {
      ...one,
      description: "Review Python code for correctness and tests.",
      body: `# Review\n\n${shared.join("\n\n")}\n\nRun \`pytest -q --maxfail 1\` twice.\n`,
    }),
    agentSkill("python-code-review", {
      ...two,
      description: "Review Python code for correctness and its tests.",
      body: `# Python review\n\n${shared.join("\n\n")}\n\nSee https://example.test/style and \`references/style.md\`.\n\n\`\`\`sh\nruff check --fix src\n\`\`\`\n`,
      files: { "references/style.md": "Short names.\n" },
    }),
  ];
}

/** A skill that names a tool by its old name, with a week of failures; the new name works. */
export function decayed(name = "page-reader", more = "Keep the title."): FixtureSkill {
  const days = [1, 2, 3, 4];
  const skill = agentSkill(name, {
    createdDaysAgo: 60,
    loadedDaysAgo: days,
    description: `Reads pages for ${name}.`,
    body: `# Read a page\n\nUse the tool \`fetch_page\` on the address.\n\n${more}\n`,
  });
  const tools = days.flatMap((daysAgo, at): readonly FixtureEvent[] => {
    const place = {
      daysAgo: daysAgo - MINUTE_IN_DAYS,
      sessionId: `${name}-session-${at + 1}`,
      actor: "tool" as const,
    };
    const old = `${name}-${at}-old`;
    const now = `${name}-${at}-now`;
    return [
      { ...place, type: "tool.called", payload: called(old, "fetch_page") },
      { ...place, type: "tool.failed", payload: failed(old) },
      { ...place, type: "tool.called", payload: called(now, "fetch_url") },
      { ...place, type: "tool.completed", payload: completed(now) },
    ];
  });
  return { ...skill, events: [...skill.events, ...tools] };
}

function called(id: string, tool: string) {
  return { tool_use_id: id, tool_name: tool, input_hash: "0", input_size_bytes: 1, side_effects: "network" };
}

function failed(id: string) {
  return { tool_use_id: id, error_class: "not_found", error_message: "", latency_ms: 1 };
}

function completed(id: string) {
  return {
    tool_use_id: id,
    success: true,
    output_size_bytes: 1,
    latency_ms: 1,
    files_modified: null,
    command_executed: null,
  };
}
