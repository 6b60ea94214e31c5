import unit from "./jest.config.mjs";

/**
 * Whole stacks, one after the other: each is a dozen processes, and several tests kill and start them.
 * @type {import("jest").Config}
 */
export default {
  ...unit,
  roots: ["<rootDir>/test-e2e"],
  testMatch: ["**/*.e2e.test.ts"],
  maxWorkers: 1,
  // For what hangs: services that start again take a minute on a machine that does much else.
  testTimeout: 120_000,
};
