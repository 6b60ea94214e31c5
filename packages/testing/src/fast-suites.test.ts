import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import * as testing from "./index.ts";

/**
 * This suite itself must be fast, so its file must not name anything that fast suites must not use.
 */
describe("Suites of npm test -- --fast", () => {
  test.each(["exec", "execFileSync", "fork", "spawn", "spawnSync"] as const)(
    "a fast suite that calls %s gets an error that names @slow",
    (name) => {
      const start: (program: string) => unknown = process.getBuiltinModule("child_process")[name];
      expect(() => start("true")).toThrow(/A fast suite starts a process: .*@slow/);
    },
  );

  test("a fast suite gets an error when it reads a model, and reads other files", () => {
    expect(() => readFileSync("/nowhere/en.ner")).toThrow(/A fast suite reads a model: .*@slow/);
    expect(readFileSync(new URL(import.meta.url), "utf8")).toContain("reads other files");
  });

  test("a fast suite that requests a server gets an error that names @slow", () => {
    const givers = Object.entries(testing).filter(([name]) => /^describe|Url$|^judge/.test(name));
    expect(givers.map(([name]) => name)).toHaveLength(5);
    for (const [, give] of givers)
      expect(() => (give as (what: string) => unknown)("postgres")).toThrow(
        /needs a server.*@slow/,
      );
  });
});
