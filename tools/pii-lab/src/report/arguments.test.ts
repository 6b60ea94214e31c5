import { expect, test } from "@jest/globals";
import { parseReportArguments } from "./arguments.ts";

test("Without options every text is measured, and the peer if possible", () => {
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

test("--help takes precedence over all other valid options", () => {
  expect(parseReportArguments(["--document", "--help"])).toBe("help");
});

test.each([
  [["some.jsonl"], "some.jsonl"],
  [["--limit", "0"], "--limit must be at least 1"],
  [["--peer-limit", "few"], "--peer-limit must be a whole number"],
  [["--without-peer", "--require-peer"], "cannot be used together"],
  [["--document", "--limit", "5"], "--document needs all texts"],
  [["--document", "--committed"], "--document needs all texts"],
])("Arguments %j are refused", (args, message) => {
  expect(() => parseReportArguments(args)).toThrow(message);
});
