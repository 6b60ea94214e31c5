export { BAD_CERTIFICATES } from "./bad-certificates.ts";
export { BAD_SUMMARIES } from "./bad-summaries.ts";
export { type WrittenCertificate, writeCertificateFolder } from "./certificate-folder.ts";
export { GOOD_CERTIFICATES } from "./good-certificates.ts";
export {
  type Changes,
  testBatchSignature,
  testCertificate,
  testIssued,
} from "./test-certificate.ts";
export {
  signTestClaims,
  TEST_CALL,
  TEST_JOB,
  TEST_SALTS,
  type TestClaims,
  testClaims,
  testOpenings,
  testOrder,
  testSeed,
} from "./test-claims.ts";
export { createTestDeployment, TEST_TIMES, type TestDeployment } from "./test-deployment.ts";
export { type SummaryChanges, testSummary, withSummarySignature } from "./test-summary.ts";
