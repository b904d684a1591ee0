/** A field of work and the sentences its skills are made of; `{x}` stands for what a skill is about. */
export interface Area {
  readonly steps: readonly string[];
  readonly commands: readonly string[];
  readonly checks: readonly string[];
  readonly pitfalls: readonly string[];
}

export type AreaName = "delivery" | "data" | "documents" | "tests" | "operations" | "review";

export const AREAS: Readonly<Record<AreaName, Area>> = {
  delivery: {
    steps: [
      "Read the open pull requests that touch {x} and list what is not merged.",
      "Ask who is on call before you change {x}.",
      "Build from a clean checkout; a dirty tree hides files.",
      "Tag the commit, then build {x} from the tag alone.",
      "Roll out to one instance and wait for two health checks.",
      "Compare error rates of the old and the new version for ten minutes.",
      "Write down the version that served before.",
    ],
    commands: [
      "git describe --tags --always",
      "docker compose build --pull",
      "kubectl rollout status deployment/web --timeout=120s",
      "curl -fsS https://staging.example.test/healthz",
      "gh release list --limit 5",
    ],
    checks: [
      "The health endpoint answers 200 twice in a row.",
      "The version shown by the service is the one you tagged.",
      "No new error class in the log of the last ten minutes.",
      "The previous image is still in the registry.",
    ],
    pitfalls: [
      "A rollout that reports success may still serve the old pods.",
      "Environment variables are read at start: restart after a change.",
      "Never roll forward while a migration is running.",
      "The build cache keeps files that were deleted from {x}.",
    ],
  },
  data: {
    steps: [
      "Count rows and distinct keys of {x} before anything else.",
      "Look at twenty rows at random, not at the first twenty.",
      "Name the time zone of every timestamp column.",
      "Write the result next to {x}; never over it.",
      "Keep what was dropped in a file of its own, with the reason.",
      "Recompute one total by hand and compare.",
      "State the unit of every number in the column's name.",
    ],
    commands: [
      "duckdb -c \"select count(*) from read_csv_auto('input.csv')\"",
      "head -c 4096 input.csv | file -",
      "psql -c '\\d+ orders'",
      "sort -u keys.txt | wc -l",
      "jq -c '.[]' export.json > export.ndjson",
    ],
    checks: [
      "Row counts before and after differ by exactly what was dropped.",
      "No column changed its type.",
      "Sums of {x} agree with the source to the last digit.",
      "The output opens in a fresh session.",
    ],
    pitfalls: [
      "An empty text and a missing value are two things.",
      "Spreadsheets turn long numbers into floats.",
      "A left join that finds two matches doubles the money.",
      "Local time repeats an hour in autumn.",
    ],
  },
  documents: {
    steps: [
      "Open {x} and note page count, language and whether text can be selected.",
      "Work on a copy; keep the original's name.",
      "Extract the headings first and agree on the outline.",
      "Keep one thought per paragraph.",
      "Quote numbers with the page they come from.",
      "Read the result of {x} aloud once.",
    ],
    commands: [
      "pdftotext -layout input.pdf -",
      "qpdf --check input.pdf",
      "pandoc input.docx -t gfm -o output.md",
      "exiftool -Title -Author input.pdf",
    ],
    checks: [
      "Every number in the summary has a page.",
      "Links lead somewhere.",
      "The copy opens in two different readers.",
      "Names are spelt as in the source.",
    ],
    pitfalls: [
      "Scanned pages have no text: recognise them first.",
      "Two columns come out interleaved without a layout option.",
      "Ligatures break a search for plain words.",
      "Footnotes jump into the middle of sentences.",
    ],
  },
  tests: {
    steps: [
      "Run the failing test of {x} alone, three times.",
      "Write down the seed and the worker count.",
      "Find the first commit on which it fails.",
      "Say in one sentence what the test protects.",
      "Change one thing, then run again.",
      "Remove sleeps; wait for the condition instead.",
      "Add the counterexample to the examples of {x}.",
    ],
    commands: [
      "bun test --seed 42 path/to/file.test.ts",
      "git bisect run ./scripts/repro.sh",
      "pytest -x -k name --durations=10",
      "npx playwright test --trace on --repeat-each 5",
    ],
    checks: [
      "It passes twenty times in a row.",
      "It fails again when the fix is taken out.",
      "No other test became slower.",
      "The report names the seed.",
    ],
    pitfalls: [
      "A retry hides the race and keeps it.",
      "Shared temporary directories leak between workers.",
      "Clocks and ports are state too.",
      "A snapshot nobody reads protects nothing.",
    ],
  },
  operations: {
    steps: [
      "Write the time of the first symptom of {x} in UTC.",
      "Say what is broken for whom before you look for the cause.",
      "Stop the damage first: switch {x} off if you can.",
      "Read the change log of the last 24 hours.",
      "Keep a list of what you tried and what it did.",
      "Tell the channel every fifteen minutes, even without news.",
      "Put the thresholds of {x} back when it is over.",
    ],
    commands: [
      "journalctl -u web --since '1 hour ago' -p warning",
      "ss -s",
      "df -h / /var",
      "dig +short api.example.test",
      "openssl s_client -connect api.example.test:443 -brief </dev/null",
    ],
    checks: [
      "The graph is back where it was an hour before.",
      "Nobody is paged for it any more.",
      "The queue drains faster than it fills.",
      "The follow-up has an owner and a date.",
    ],
    pitfalls: [
      "A restart that helps also removes the evidence.",
      "Averages hide the one customer who has nothing.",
      "Certificates end at midnight UTC.",
      "Two people fixing {x} at once undo each other.",
    ],
  },
  review: {
    steps: [
      "Read the description of {x} before the code.",
      "Run it once and try to break it.",
      "Ask for what is missing, not for what you would have written.",
      "Look for the error path of every call.",
      "Check names against the glossary.",
      "Sum {x} up in two sentences at the end.",
    ],
    commands: [
      "git diff --stat origin/main...",
      "gh pr checks",
      "rg -n 'TODO|FIXME' src",
      "git log --oneline --no-merges origin/main..HEAD",
    ],
    checks: [
      "Each new branch of the code has a test.",
      "Public names are documented.",
      "No secret and no personal data in the diff.",
      "The change can be reverted on its own.",
    ],
    pitfalls: [
      "Formatting noise hides the one line that matters.",
      "A green check says nothing about what is not tested.",
      "Long reviews find less: stop after an hour.",
      "Generated files are reviewed through their source.",
    ],
  },
};
