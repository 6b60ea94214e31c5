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

/** Splits a line as a shell does, as far as the examples need: quotes and redirections. */
function argumentsOf(line: string): string[] {
  const words = line.replace(/ [<>] \S+$/, "").match(/"[^"]*"|\S+/g) ?? [];
  return words.slice(1).map((word) => word.replaceAll('"', ""));
}

/** Returns the name of the command that the line runs. */
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

describe("The help of", () => {
  test.each(LEAVES.map((path) => [path.join(" "), path] as const))(
    "veil %s has examples, and each of them parses",
    async (name, path) => {
      const examples = examplesIn(await helpOf(path));
      expect(examples).not.toEqual([]);
      const expected = name === "keys init" ? "veil service-keys init" : `veil ${name}`;
      for (const example of examples) expect(await parsed(example)).toBe(expected);
    },
  );

  test.each(GROUPS.map((path) => [path.join(" "), path] as const))(
    "veil %s has an example that parses",
    async (name, path) => {
      const examples = examplesIn(await helpOf(path));
      expect(examples).not.toEqual([]);
      for (const example of examples)
        expect(await parsed(example)).toMatch(new RegExp(`^veil ${name}`));
    },
  );
});

test.each([[], ["--help"], ["help"], ["-h"]])(
  "%j prints the help of the program",
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
])("%j is wrong usage", async (...args) => {
  const { code, out, err } = await captured(...(args as string[]));
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(/^(Usage: )?veil/);
});

test("With --json an error is JSON on standard error, and says the exit code", async () => {
  const { code, out, err } = await captured("usage", "--json", "more");
  expect([code, out]).toEqual([2, ""]);
  expect(JSON.parse(err)).toMatchObject({ error: { kind: "usage", exit_code: 2 } });
});

test("--version prints the release in package.json", async () => {
  const { version } = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  ) as { readonly version: string };
  expect(await captured("--version")).toEqual({ code: 0, out: `${version}\n`, err: "" });
});

test("Every operation of the administration, and of a customer's keys, has one command", async () => {
  const calls = await Promise.all(
    LEAVES.map(async (path) =>
      [...(await helpOf(path)).matchAll(/^Calls (\S+ \S+),/gm)].map(([, called]) => called),
    ),
  );
  const covered = OPERATIONS.filter(
    ({ access, path }) => access === "admin" || path.startsWith("/api/v1/account/keys"),
  ).map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect(covered.length).toBeGreaterThan(25);
  for (const operation of covered)
    expect(calls.flat().filter((one) => one === operation)).toEqual([operation]);
});

test("The README has this table of exit codes", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const rows = [...readme.matchAll(/^\| (\d+) \| `(\w+)` \| (.+) \|$/gm)].map(
    ([, code, kind, meaning]) => [Number(code), kind, meaning],
  );
  expect(rows).toEqual(
    Object.entries(EXITS).map(([kind, { code, meaning }]) => [code, kind, meaning]),
  );
});

test("The README names every command", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  for (const path of LEAVES) expect(readme).toContain(path.at(-1));
  for (const path of GROUPS) expect(readme).toContain(["veil", ...path].join(" "));
});
