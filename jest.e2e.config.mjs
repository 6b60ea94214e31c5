import unit from "./jest.config.mjs";

/**
 * Whole stacks, each a dozen processes, several of which are killed and started again. Two at a time: more of them would only wait for each other on two cores.
 * @type {import("jest").Config}
 */
export default {
  ...unit,
  roots: ["<rootDir>/test-e2e"],
  testMatch: ["**/*.e2e.test.ts", "!**/isolation/**"],
  maxWorkers: 2,
  testTimeout: 300_000,
};
