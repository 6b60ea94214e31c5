export { createTestCa, type TestCa, type TestPem } from "./test-ca.ts";
export { createTlsFolder, type TlsFolder } from "./tls-folder.ts";
