import { describe, expect, test } from "bun:test";
import { secretlintFinder } from "../../src/secrets/index.ts";

const GITHUB = `gh${"p_"}abcdefghijklmnopqrstuvwxyzABCD123456`;
const AWS = `wJalrXUtnFEMI/K7MDENG/${"bPxRfiCYabcdefghij"}`;

async function found(text: string): Promise<readonly string[]> {
  return (await secretlintFinder().findSecrets(text)).map(({ start, end }) => text.slice(start, end));
}

describe("what is a secret", () => {
  test.each([
    [`export AWS_SECRET_ACCESS_KEY=${AWS}\nnext`, AWS],
    [`aws_secret_access_key = "${AWS}"`, AWS],
    ["Authorization: Bearer abcdef1234567890abcdef", "abcdef1234567890abcdef"],
    ["password=hunter2x9!", "hunter2x9!"],
    ['{"api_key": "Zx81-llama-77"}', "Zx81-llama-77"],
    ["DB_PASSWORD: correctHorseBattery", "correctHorseBattery"],
    ['password = "hunter2, and x9!"', "hunter2, and x9!"],
    ["password=hunter2,x9!; then", "hunter2,x9!"],
    ["deployctl --api-token Zx81llama77 push", "Zx81llama77"],
    ["curl -u ada:tr0ub4dor https://example.com", "tr0ub4dor"],
    ["X-Api-Key: Zx81llama77.", "Zx81llama77"],
    ["redis://cache:tr0ub4dor@10.0.0.1:6379/0", "tr0ub4dor"],
  ])("%s", async (text, secret) => {
    expect((await found(text)).join()).toContain(secret);
  });

  test("the value alone is taken, not the name it is assigned to", async () => {
    expect(await found(`export AWS_SECRET_ACCESS_KEY=${AWS}\n`)).toEqual([AWS]);
  });
});

describe("what is none", () => {
  test.each([
    "Set ANTHROPIC_API_KEY in the environment.",
    "token: required, password: optional",
    "curl -H 'Authorization: Bearer $TOKEN' https://example.com",
    "api_key=<your-api-key>, secret: {{vault.key1}}, token=xxxxxxxxxx12",
    'token = os.environ["GH_TOKEN1"]; secret = getSecret("name1")',
    "https://user:<password>@example.com/",
    "pwd: /home/ada1/project, token=./tokens/one1.txt",
    "max_tokens: 100000, token_count=abc123, secret_name: my-secret-1",
    "deployctl --token $TOKEN --password-file /run/p1; curl -u user:$PASSWORD",
    "The basic idea: use a token-bucket with a secret-free design.",
    "# Deploy\n\nRun `make deploy` and read https://example.com/a?b=c#d.",
  ])("%s", async (text) => {
    expect(await found(text)).toEqual([]);
  });
});

test("a comment in a skill does not switch the search off", async () => {
  for (const comment of ["<!-- secretlint-disable -->", "// secretlint-disable-next-line"]) {
    expect(await found(`${comment}\n${GITHUB}\n`)).toEqual([GITHUB]);
  }
});

test("a large text of one repeated piece is searched quickly", async () => {
  const before = process.cpuUsage();
  for (const piece of ["a-a.", "https://", "-----BEGIN PRIVATE KEY-----\n", "token=", "eyJ", "x:y@"]) {
    await found(piece.repeat(20_000));
  }
  // Processor time: a busy machine does not lengthen it. A search of quadratic time needs minutes.
  expect(process.cpuUsage(before).user).toBeLessThan(20_000_000);
});
