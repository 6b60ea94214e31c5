import stacks from "./jest.e2e.config.mjs";

/**
 * Network namespaces, one suite after the other: each compares the machine before and after.
 * @type {import("jest").Config}
 */
export default {
  ...stacks,
  testMatch: ["**/isolation/**/*.e2e.test.ts"],
  maxWorkers: 1,
};
