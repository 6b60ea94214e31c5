import unit from "./jest.config.mjs";

/**
 * Whole stacks, each a dozen processes, several of which are killed and started again. Three at a time: most of them wait.
 * @type {import("jest").Config}
 */
export default {
  ...unit,
  roots: ["<rootDir>/test-e2e"],
  testMatch: ["**/*.e2e.test.ts", "!**/isolation/**"],
  maxWorkers: 3,
  testTimeout: 300_000,
};
