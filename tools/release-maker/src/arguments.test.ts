import { expect, test } from "@jest/globals";
import { parseReleaseArguments } from "./arguments.ts";

test("parseReleaseArguments returns the options, and a folder named after the version by default", () => {
  expect(parseReleaseArguments(["0.1.0"])).toEqual({
    ...{ version: "0.1.0", out: "dist/release/0.1.0", key: undefined, base: undefined },
  });
  const args = ["0.1.0", "--key", "release.key", "--base", "node", "--out", "there"];
  expect(parseReleaseArguments(args)).toEqual({
    ...{ version: "0.1.0", out: "there", key: "release.key", base: "node" },
  });
  expect(parseReleaseArguments(["--help"])).toBe("help");
});

test.each([[[]], [["0.1.0", "0.2.0"]], [["0.1.0", "--sign"]]])(
  "parseReleaseArguments refuses %j",
  (args) => {
    expect(() => parseReleaseArguments(args)).toThrow();
  },
);
