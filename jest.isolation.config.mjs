import stacks from "./jest.e2e.config.mjs";

/**
 * Runs the tests in network namespaces, one suite at a time, because each suite compares the state
 * of the machine before and after.
 * @type {import("jest").Config}
 */
export default {
  ...stacks,
  testMatch: ["**/{isolation,kubernetes}/**/*.e2e.test.ts"],
  maxWorkers: 1,
};
