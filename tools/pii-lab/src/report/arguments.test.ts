import { expect, test } from "@jest/globals";
import { parseReportArguments } from "./arguments.ts";

test("When no options are given, then every text is measured, and the peer if possible", () => {
  expect(parseReportArguments([])).toEqual({
    out: ".tooling/reports",
    committed: false,
    limit: undefined,
    peerLimit: 150,
    seed: 1,
    peer: "optional",
    document: false,
  });
});

test("When --help is given with other valid options, then only the help is shown", () => {
  expect(parseReportArguments(["--document", "--help"])).toBe("help");
});

test.each([
  [["some.jsonl"], "some.jsonl"],
  [["--limit", "0"], "--limit must be at least 1"],
  [["--peer-limit", "few"], "--peer-limit must be a whole number"],
  [["--without-peer", "--require-peer"], "cannot be used together"],
  [["--document", "--limit", "5"], "--document needs all texts"],
  [["--document", "--committed"], "--document needs all texts"],
])("The arguments %j of pii:report are refused with %j", (args, message) => {
  expect(() => parseReportArguments(args)).toThrow(message);
});
