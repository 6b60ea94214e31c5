export { describeWithServer, type InfraServer, infraUrl } from "./infra.ts";
export { createTestTrust, type TestTrust } from "./test-trust.ts";
export { until } from "./until.ts";
