import { expect, test } from "@jest/globals";
import { parseChaosArguments } from "./arguments.ts";

const RUN = ["--profile", "cluster", "--rounds", "5"];

test("All options are read", () => {
  const more = ["--seed", "s-1", "--targets", "redis,bridge", "--out", "a.md", "--resume"];
  expect(parseChaosArguments([...RUN, ...more])).toEqual({
    ...{ profile: "cluster", rounds: 5, seed: "s-1", targets: ["redis", "bridge"] },
    ...{ out: "a.md", resume: true },
  });
  expect(parseChaosArguments(["--help"])).toBe("help");
});

test("Without a seed, a random seed is chosen, and the targets are all of the profile", () => {
  const args = parseChaosArguments(["--profile", "embedded", "--rounds", "1"]);
  expect(args).toMatchObject({ seed: expect.stringMatching(/^\d+$/), out: undefined });
  expect(args).toMatchObject({ targets: expect.arrayContaining(["postgres", "veil-signer"]) });
});

test.each([
  [["--rounds", "5"], "--profile is cluster or embedded"],
  [["--profile", "prod", "--rounds", "5"], "--profile is cluster or embedded"],
  [["--profile", "cluster"], "--rounds is a number from 1 to 99999"],
  [["--profile", "cluster", "--rounds", "0"], "--rounds is a number from 1 to 99999"],
  [[...RUN, "--resume"], "--resume needs --out FILE"],
  [[...RUN, "--seed", "a b"], "--seed has 1 to 40 letters, digits, - and _"],
  [[...RUN, "--targets", "redis,mysql"], "--targets: no mysql; the profile has edge-gateway,"],
  [["--profile", "embedded", "--rounds", "1", "--targets", "redis"], "--targets: no redis"],
  [[...RUN, "--fast"], "Unknown option '--fast'"],
])("%j is refused with a message that says what to change", (args, message) => {
  expect(() => parseChaosArguments(args)).toThrow(message);
});
