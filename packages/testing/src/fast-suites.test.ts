import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import * as testing from "./index.ts";

/** This suite is fast itself: its file names nothing that fast suites may not use. */
describe("A suite of npm test -- --fast", () => {
  test.each(["exec", "execFileSync", "fork", "spawn", "spawnSync"] as const)(
    "is refused %s",
    (name) => {
      const start: (program: string) => unknown = process.getBuiltinModule("child_process")[name];
      expect(() => start("true")).toThrow(/A fast suite starts a process: .*@slow/);
    },
  );

  test("cannot read a model, and can read other files", () => {
    expect(() => readFileSync("/nowhere/en.ner")).toThrow(/A fast suite reads a model: .*@slow/);
    expect(readFileSync(new URL(import.meta.url), "utf8")).toContain("reads other files");
  });

  test("cannot get a server", () => {
    const givers = Object.entries(testing).filter(([name]) => /^describe|Url$|^judge/.test(name));
    expect(givers.map(([name]) => name)).toHaveLength(5);
    for (const [, give] of givers)
      expect(() => (give as (what: string) => unknown)("postgres")).toThrow(
        /needs a server.*@slow/,
      );
  });
});
