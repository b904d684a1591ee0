import type { AreaName } from "./areas.ts";

/** Skills that an agent wrote again and again for the same purpose. */
export interface Family {
  readonly name: string;
  readonly kind: "equal" | "similar";
  readonly area: AreaName;
  readonly about: string;
  readonly members: readonly { readonly name: string; readonly description: string }[];
}

export const FAMILIES: readonly Family[] = [
  {
    name: "flaky tests",
    kind: "equal",
    area: "tests",
    about: "the flaky test",
    members: [
      {
        name: "flaky-test-triage",
        description: "Finds out why a test fails now and then, and fixes the race.",
      },
      {
        name: "triage-flaky-test",
        description: "Finds out why a test fails now and then and fixes its race.",
      },
      {
        name: "triage-flaky-tests-ci",
        description: "Why a test fails now and then: finds out, fixes the race.",
      },
    ],
  },
  {
    name: "changelogs",
    kind: "equal",
    area: "delivery",
    about: "the changelog",
    members: [
      { name: "changelog-draft", description: "Drafts release notes for users out of merged pull requests." },
      {
        name: "draft-changelog",
        description: "Release notes for users, drafted out of merged pull requests.",
      },
    ],
  },
  {
    name: "log reading",
    kind: "similar",
    area: "operations",
    about: "the log",
    members: [
      {
        name: "log-pattern-search",
        description: "Searches application logs for rare error patterns and groups them by cause.",
      },
      {
        name: "search-log-patterns",
        description: "Groups rare error patterns of application logs by cause after a search.",
      },
    ],
  },
  {
    name: "table cleaning",
    kind: "similar",
    area: "data",
    about: "the sheet",
    members: [
      {
        name: "clean-spreadsheet-columns",
        description: "Cleans up column names, types and blanks in messy spreadsheets.",
      },
      {
        name: "spreadsheet-columns-tidy",
        description: "Tidies messy spreadsheets: column names, types, blanks.",
      },
      {
        name: "columns-spreadsheet-fix",
        description: "Repairs messy spreadsheets by column names, types and blanks.",
      },
    ],
  },
  {
    name: "code review",
    kind: "similar",
    area: "review",
    about: "the pull request",
    members: [
      {
        name: "pull-request-review",
        description: "Reviews a branch for correctness, tests and readable commits.",
      },
      {
        name: "review-pull-request",
        description: "Checks correctness, tests and readable commits of a branch under review.",
      },
    ],
  },
];
