export { BAD_CERTIFICATES } from "./bad-certificates.ts";
export { type WrittenCertificate, writeCertificateFolder } from "./certificate-folder.ts";
export { GOOD_CERTIFICATES } from "./good-certificates.ts";
export { type Changes, testCertificate } from "./test-certificate.ts";
export {
  signTestClaims,
  TEST_CALL,
  type TestClaims,
  testClaims,
  testOrder,
  testSeed,
} from "./test-claims.ts";
export { createTestDeployment, TEST_TIMES, type TestDeployment } from "./test-deployment.ts";
