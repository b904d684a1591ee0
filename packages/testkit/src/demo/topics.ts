import type { AreaName } from "./areas.ts";

/** What one skill is about. Names and descriptions are far enough apart to be no near-duplicates (CONTRACTS 6.3). */
export interface Topic {
  readonly name: string;
  readonly area: AreaName;
  /** What stands for `{x}` in the sentences of its area. */
  readonly about: string;
  readonly description: string;
}

type Row = readonly [name: string, area: AreaName, about: string, description: string];

const ROWS: readonly Row[] = [
  [
    "staging-rollout",
    "delivery",
    "the staging cluster",
    "Ships a build to staging one instance at a time and watches health before going on.",
  ],
  [
    "docker-image-slimming",
    "delivery",
    "the image",
    "Makes container images smaller by ordering layers and leaving build tools behind.",
  ],
  [
    "feature-flag-cleanup",
    "delivery",
    "the flag",
    "Removes toggles that have been on everywhere for a month, with their dead branches.",
  ],
  [
    "helm-values-diff",
    "delivery",
    "the chart",
    "Shows which Kubernetes settings a chart upgrade would change, per environment.",
  ],
  [
    "mobile-release-train",
    "delivery",
    "the app build",
    "Prepares app store submissions: build numbers, screenshots, phased percentages.",
  ],
  [
    "terraform-drift",
    "delivery",
    "the infrastructure",
    "Finds cloud resources that somebody changed by hand and writes the missing code.",
  ],
  [
    "npm-publish",
    "delivery",
    "the package",
    "Publishes a library to the registry with provenance, changelog and dist tags.",
  ],
  [
    "blue-green-switch",
    "delivery",
    "the live colour",
    "Moves traffic between two identical environments and back within a minute.",
  ],
  [
    "cron-job-setup",
    "delivery",
    "the job",
    "Adds a scheduled task with a lock, a deadline and an alarm when it stops running.",
  ],
  [
    "csv-repair",
    "data",
    "the table",
    "Fixes broken delimiters, quotes and encodings so that a spreadsheet export parses.",
  ],
  [
    "sql-slow-query",
    "data",
    "the query",
    "Explains why a statement is slow and proposes an index or a rewrite, with timings.",
  ],
  [
    "postgres-migration",
    "data",
    "the schema",
    "Writes database migrations that never lock a big table for longer than a second.",
  ],
  [
    "timezone-audit",
    "data",
    "the timestamps",
    "Hunts for local times stored without an offset and converts columns to UTC.",
  ],
  [
    "customer-dedupe",
    "data",
    "the customer list",
    "Matches people who appear twice by phone, mail and fuzzy address.",
  ],
  [
    "parquet-layout",
    "data",
    "the dataset",
    "Chooses partitions and row group sizes for columnar files in object storage.",
  ],
  [
    "currency-rounding",
    "data",
    "the amounts",
    "Checks invoices for rounding by line versus by total and for minor units.",
  ],
  [
    "anonymize-export",
    "data",
    "the export",
    "Masks names, emails and birthdays before a dump leaves the company.",
  ],
  [
    "cohort-retention",
    "data",
    "the cohorts",
    "Builds weekly retention curves from raw sign-ups and activity rows.",
  ],
  [
    "json-schema-inference",
    "data",
    "the payloads",
    "Derives a schema with optional keys and enums from sample API responses.",
  ],
  [
    "pdf-form-filling",
    "documents",
    "the form",
    "Fills in fields of official PDF forms from a record and flattens the result.",
  ],
  [
    "scan-to-text",
    "documents",
    "the scan",
    "Runs optical character recognition over photographed pages and repairs hyphenation.",
  ],
  [
    "meeting-minutes",
    "documents",
    "the recording",
    "Turns a call transcript into decisions, owners and open questions.",
  ],
  [
    "contract-clauses",
    "documents",
    "the contract",
    "Extracts notice periods, liability caps and renewal dates from agreements.",
  ],
  [
    "slide-deck-outline",
    "documents",
    "the deck",
    "Drafts a presentation as ten claims with one piece of evidence for each.",
  ],
  [
    "glossary-builder",
    "documents",
    "the glossary",
    "Collects the terms a team uses and settles on one word for one thing.",
  ],
  [
    "api-reference",
    "documents",
    "the reference",
    "Documents HTTP endpoints with parameters, errors and a working curl example.",
  ],
  [
    "translation-review",
    "documents",
    "the translation",
    "Compares German and English user interface strings for tone and length.",
  ],
  [
    "invoice-extraction",
    "documents",
    "the invoice",
    "Reads supplier bills into vendor, positions, tax rate and due date.",
  ],
  [
    "property-testing",
    "tests",
    "the property",
    "Turns a sentence with always or never into a generated test with shrinking.",
  ],
  [
    "browser-e2e",
    "tests",
    "the user journey",
    "Records a Playwright scenario for checkout and makes its selectors stable.",
  ],
  [
    "load-test-k6",
    "tests",
    "the endpoint",
    "Measures how many requests per second an endpoint stands before latency climbs.",
  ],
  [
    "mutation-score",
    "tests",
    "the suite",
    "Plants small bugs to see which assertions notice and which sleep.",
  ],
  [
    "snapshot-hygiene",
    "tests",
    "the snapshots",
    "Deletes obsolete snapshot files and splits giant ones into readable pieces.",
  ],
  [
    "contract-stubs",
    "tests",
    "the consumer",
    "Keeps fake servers honest by replaying them against the provider nightly.",
  ],
  [
    "visual-regression",
    "tests",
    "the screenshots",
    "Compares rendered components pixel by pixel and triages font differences.",
  ],
  [
    "coverage-gaps",
    "tests",
    "the module",
    "Lists untested branches that changed within the last quarter, riskiest first.",
  ],
  [
    "test-data-factory",
    "tests",
    "the fixtures",
    "Replaces hand-made fixtures by builders with sensible defaults.",
  ],
  [
    "certificate-renewal",
    "operations",
    "the certificate",
    "Renews TLS before expiry and verifies the chain from outside.",
  ],
  ["disk-full", "operations", "the volume", "Frees space on a server safely, biggest and oldest logs first."],
  [
    "memory-leak-hunt",
    "operations",
    "the process",
    "Takes heap snapshots an hour apart and names the objects that only grow.",
  ],
  [
    "oncall-handover",
    "operations",
    "the shift",
    "Summarises open alerts, silences and promises for the next engineer.",
  ],
  [
    "dns-cutover",
    "operations",
    "the zone",
    "Lowers record lifetimes, switches name servers and watches resolvers follow.",
  ],
  [
    "queue-backlog",
    "operations",
    "the queue",
    "Works out why consumers fall behind and whether to scale, shed or replay.",
  ],
  [
    "postmortem-writing",
    "operations",
    "the incident",
    "Writes a blameless account: timeline, contributing causes, follow-ups with owners.",
  ],
  [
    "backup-drill",
    "operations",
    "the backup",
    "Restores last night's dump onto a scratch host and proves it is complete.",
  ],
  [
    "rate-limit-tuning",
    "operations",
    "the limiter",
    "Sets quotas per client from real traffic percentiles instead of guesses.",
  ],
  [
    "secret-rotation",
    "operations",
    "the credential",
    "Replaces a leaked or old key everywhere without a second of downtime.",
  ],
  [
    "accessibility-pass",
    "review",
    "the page",
    "Walks a screen by keyboard and reader and files contrast and label problems.",
  ],
  [
    "dependency-upgrade",
    "review",
    "the upgrade",
    "Reads release notes between two versions and lists what breaks for us.",
  ],
  ["threat-model", "review", "the design", "Asks who could abuse a feature, how, and what would stop them."],
  [
    "license-scan",
    "review",
    "the third-party code",
    "Checks that bundled open source terms allow commercial distribution.",
  ],
  [
    "error-message-copy",
    "review",
    "the messages",
    "Rewrites failures so that a person learns what happened and what to do.",
  ],
  [
    "naming-conventions",
    "review",
    "the names",
    "Proposes clearer identifiers after the vocabulary of the business.",
  ],
  [
    "bundle-size-budget",
    "review",
    "the bundle",
    "Finds which import made the web page heavier and what could load later.",
  ],
  [
    "typescript-strictness",
    "review",
    "the types",
    "Turns on compiler flags one at a time and fixes what they reveal.",
  ],
  [
    "graphql-pagination",
    "review",
    "the connection",
    "Replaces offset arguments with cursors and bounds nested page sizes.",
  ],
];

export const TOPICS: readonly Topic[] = ROWS.map(([name, area, about, description]) => ({
  name,
  area,
  about,
  description,
}));
