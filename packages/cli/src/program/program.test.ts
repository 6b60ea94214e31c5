import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { OPERATIONS } from "@veil/contracts/openapi";
import { captured } from "./captured.contract.ts";
import type { Cli } from "./cli.ts";
import { createProgram } from "./create-program.ts";
import { EXITS } from "./exit-codes.ts";

type Program = ReturnType<typeof createProgram>;

const programOf = (onCommand: (name: string) => void = () => {}): Program =>
  createProgram({ out: () => {}, err: () => {} } as unknown as Cli, onCommand);

function leavesOf(command: Program, path: readonly string[] = []): (readonly string[])[] {
  if (command.commands.length === 0) return [path];
  return command.commands.flatMap((one) =>
    leavesOf(one as unknown as Program, [...path, one.name()]),
  );
}

function groupsOf(command: Program, path: readonly string[] = []): (readonly string[])[] {
  if (command.commands.length === 0) return [];
  const below = command.commands.flatMap((one) =>
    groupsOf(one as unknown as Program, [...path, one.name()]),
  );
  return [path, ...below];
}

const LEAVES = leavesOf(programOf());
const GROUPS = groupsOf(programOf());
const helpOf = async (path: readonly string[]) => (await captured(...path, "--help")).out;

function examplesIn(help: string): string[] {
  const [, block = ""] = /^Examples:\n((?: {2}.*\n)+)/m.exec(help) ?? [];
  return block.split("\n").flatMap((line) => line.match(/\bveil .*$/) ?? []);
}

/**
 * Splits a command line like a shell, with only the features that the examples need: quotes and
 * redirections.
 */
function argumentsOf(line: string): string[] {
  const words = line.replace(/ [<>] \S+$/, "").match(/"[^"]*"|\S+/g) ?? [];
  return words.slice(1).map((word) => word.replaceAll('"', ""));
}

/** Returns the name of the command that a line runs. */
async function parsed(line: string): Promise<string> {
  let name = "";
  const program = programOf((command) => {
    name = command;
  });
  const stub = (command: Program) => {
    if (command.commands.length === 0) command.action(() => {});
    for (const one of command.commands) stub(one as unknown as Program);
  };
  stub(program);
  await program.parseAsync(argumentsOf(line), { from: "user" });
  return name;
}

describe("Help of commands", () => {
  test.each(LEAVES.map((path) => [path.join(" "), path] as const))(
    "the help of veil %s has examples, all of which parse",
    async (name, path) => {
      const examples = examplesIn(await helpOf(path));
      expect(examples).not.toEqual([]);
      const expected = name === "keys init" ? "veil service-keys init" : `veil ${name}`;
      for (const example of examples) expect(await parsed(example)).toBe(expected);
    },
  );

  test.each(GROUPS.map((path) => [path.join(" "), path] as const))(
    "the help of the group veil %s has an example that parses",
    async (name, path) => {
      const examples = examplesIn(await helpOf(path));
      expect(examples).not.toEqual([]);
      for (const example of examples)
        expect(await parsed(example)).toMatch(new RegExp(`^veil ${name}`));
    },
  );
});

test.each([[], ["--help"], ["help"], ["-h"]])(
  "veil %j prints the help of the program",
  async (...args) => {
    const { code, out } = await captured(...(args as string[]));
    expect(code).toBe(0);
    expect(out).toMatch(/^Usage: veil/);
    expect(out).toContain("Exit codes:");
  },
);

test.each([
  ["frob"],
  ["keys"],
  ["service-keys", "init"],
  ["service-keys", "init", "--dirr", "x"],
  ["service-keys", "init", "--dir", "x", "more"],
  ["usage", "--timeout", "soon"],
  ["admin", "customers", "create", "--email", "a@example.org", "--tier", "gold"],
])("veil %j exits with 2 for wrong usage", async (...args) => {
  const { code, out, err } = await captured(...(args as string[]));
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(/^(Usage: )?veil/);
});

test("with --json, an error is printed as JSON on standard error, with the exit code", async () => {
  const { code, out, err } = await captured("usage", "--json", "more");
  expect([code, out]).toEqual([2, ""]);
  expect(JSON.parse(err)).toMatchObject({ error: { kind: "usage", exit_code: 2 } });
});

test("--version prints the version of package.json", async () => {
  const { version } = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  ) as { readonly version: string };
  expect(await captured("--version")).toEqual({ code: 0, out: `${version}\n`, err: "" });
});

test("every operation for administrators and for a customer's keys has exactly one command", async () => {
  const calls = await Promise.all(
    LEAVES.map(async (path) =>
      [...(await helpOf(path)).matchAll(/^Calls (\S+ \S+),/gm)].map(([, called]) => called),
    ),
  );
  // The portal alone exchanges the key for a token.
  const covered = OPERATIONS.filter(
    ({ access, path, feature }) =>
      (access === "admin" && feature !== "operator pages") ||
      path.startsWith("/api/v1/account/keys"),
  ).map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect(covered.length).toBeGreaterThan(25);
  for (const operation of covered)
    expect(calls.flat().filter((one) => one === operation)).toEqual([operation]);
});

test("the README's table of exit codes equals EXITS", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const rows = [...readme.matchAll(/^\| (\d+) \| `(\w+)` \| (.+) \|$/gm)].map(
    ([, code, kind, meaning]) => [Number(code), kind, meaning],
  );
  expect(rows).toEqual(
    Object.entries(EXITS).map(([kind, { code, meaning }]) => [code, kind, meaning]),
  );
});

test("the README names every command", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  for (const path of LEAVES) expect(readme).toContain(path.at(-1));
  for (const path of GROUPS) expect(readme).toContain(["veil", ...path].join(" "));
});
