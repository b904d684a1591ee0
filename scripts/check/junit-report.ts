/** What the test runner's own report (JUnit XML) says: the counts, and each test that failed. */
import { unescapeXml } from "./unescape-xml.ts";

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface FailedTest {
  readonly file: string;
  /** Null for a file that died before it could say which test ran. */
  readonly line: number | null;
  /** The names of the groups around it and its own, joined by ` > `. */
  readonly name: string;
  readonly message: string;
}

/** The counts in the head of a report; null when they are not there. */
export function decodeCounts(xml: string): Counts | null {
  const head = /<testsuites\b[^>]*>/.exec(xml)?.[0] ?? "";
  const [tests, failed, skipped] = [
    count(head, "tests"),
    count(head, "failures"),
    count(head, "skipped") ?? 0,
  ];
  if (tests === null || failed === null) return null;
  return { passed: tests - failed - skipped, failed, skipped };
}

/** Every failed test of a report, in its order. */
export function decodeFailedTests(xml: string): readonly FailedTest[] {
  const failed: FailedTest[] = [];
  const groups: string[] = [];
  for (const [tag] of xml.matchAll(TAG)) {
    if (tag.startsWith("</")) groups.pop();
    else if (tag.startsWith("<testsuite")) groups.push(attribute(tag, "name") ?? "");
    else if (tag.includes("<failure") || tag.includes("<error")) failed.push(failedTest(tag, groups));
  }
  return failed;
}

/** Every file a report speaks of. */
export function decodeTestFiles(xml: string): ReadonlySet<string> {
  const files = [...xml.matchAll(/<testcase\b[^>]*>/g)].map(([tag]) => attribute(tag, "file") ?? "");
  return new Set(files);
}

/** A group's head or end, or a whole test case; the report escapes `<` and `>` in every value. */
const TAG = /<testsuite\s[^>]*>|<\/testsuite>|<testcase\b[^>]*\/>|<testcase\b[^>]*[^/]>[\s\S]*?<\/testcase>/g;

function failedTest(testcase: string, groups: readonly string[]): FailedTest {
  const head = /<testcase\b[^>]*>/.exec(testcase)?.[0] ?? "";
  const failure = /<(?:failure|error)\b[^>]*>/.exec(testcase)?.[0] ?? "";
  const body = /<(failure|error)\b[^>]*[^/]>([\s\S]*)<\/\1>/.exec(testcase)?.[2];
  const message = attribute(failure, "message") ?? "";
  // The first group is the file itself.
  const names = [...groups.slice(1), attribute(head, "name") ?? ""];
  return {
    file: attribute(head, "file") ?? groups[0] ?? "",
    line: count(head, "line"),
    name: names.join(" > "),
    message: (body === undefined ? message : unescapeXml(body)).trim(),
  };
}

function count(tag: string, name: string): number | null {
  const text = attribute(tag, name);
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

function attribute(tag: string, name: string): string | null {
  const raw = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return raw === undefined ? null : unescapeXml(raw);
}
