import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { REPOSITORY_ROOT } from "../src/repository-root.ts";

const COMMAND = path.join(REPOSITORY_ROOT, "tools/local-stack/dist/commands/make-secrets.js");
const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, [COMMAND, ...args], { encoding: "utf8" });

function contents(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), "utf8"));
}

test("When make-secrets runs a second time, then it changes no file and fails with a message that says so", () => {
  const parent = mkdtempSync(path.join(tmpdir(), "veil-secrets-"));
  try {
    const folder = path.join(parent, "compose");
    expect(run("compose", folder).status).toBe(0);
    const before = contents(folder);
    const { status, stderr } = run("compose", folder);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^\S+ exists, and nothing was changed: [^\n]+\n$/);
    expect(contents(folder)).toEqual(before);
  } finally {
    rmSync(parent, { recursive: true });
  }
});

test.each([
  ["--key-file", "x"],
  ["compose", "--llm-api-key-file", "/nonexistent"],
])("make-secrets %s %s fails with a message of one line", (...args) => {
  const { status, stderr } = run(...args);
  expect(status).toBe(1);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});
