import unit from "./jest.config.mjs";

/**
 * Runs the tests of whole stacks. Each stack has a dozen processes, several of which the tests kill
 * and restart. At most two suites run at a time: on two cores, more would only wait for each other.
 * @type {import("jest").Config}
 */
export default {
  ...unit,
  roots: ["<rootDir>/test-e2e"],
  testMatch: ["**/*.e2e.test.ts", "!**/{isolation,kubernetes}/**"],
  maxWorkers: 2,
  testTimeout: 300_000,
};
