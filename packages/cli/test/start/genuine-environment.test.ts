import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  decodeEnvironment,
  namesInEnvFile,
  readGenuineEnvironment,
  withoutEnvFiles,
} from "../../src/start/genuine-environment.ts";

test("an environment block is names and values, an equals sign in a value included", () => {
  expect(decodeEnvironment("HOME=/home/ada\0A=b=c\0EMPTY=\0=odd\0nameless\0")).toEqual({
    HOME: "/home/ada",
    A: "b=c",
    EMPTY: "",
  });
  expect(decodeEnvironment("")).toEqual({});
});

test("names of an env file are found however they are written", () => {
  const text = 'A=1\n  export B = "2"\nC: 3\r\n# D=4\nE="one\nF=in a value"\nnot a line\n1G=5\n';
  expect(namesInEnvFile(text)).toEqual(["A", "B", "C", "E", "F"]);
});

test("the environment of this process holds what it was started with", () => {
  expect(readGenuineEnvironment()).toMatchObject({ PATH: process.env["PATH"] ?? "" });
});

describe("where the system does not tell", () => {
  let directory = "";
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "metis-"));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  test("every name of every env file is dropped", () => {
    writeFileSync(join(directory, ".env"), "ANTHROPIC_BASE_URL=http://elsewhere\n");
    writeFileSync(join(directory, ".env.local"), "export HTTPS_PROXY=http://elsewhere\n");
    mkdirSync(join(directory, ".env.d"));
    const environment = { ANTHROPIC_BASE_URL: "x", HTTPS_PROXY: "y", HOME: "/home/ada", NONE: undefined };
    expect(withoutEnvFiles(directory, environment)).toEqual({ HOME: "/home/ada" });
  });

  test("a directory that cannot be listed drops nothing", () => {
    expect(withoutEnvFiles(join(directory, "none"), { HOME: "/home/ada" })).toEqual({ HOME: "/home/ada" });
  });
});
