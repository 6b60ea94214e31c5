export {
  signTestClaims,
  TEST_CALL,
  type TestClaims,
  testClaims,
  testOrder,
  testSeed,
} from "./test-claims.ts";
export { createTestDeployment, TEST_TIMES, type TestDeployment } from "./test-deployment.ts";
