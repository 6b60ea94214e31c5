export { dataFile } from "./data-folder.ts";
export {
  describeWhere,
  describeWithServer,
  type InfraServer,
  infraUrl,
  type JudgeProgram,
  judgePath,
} from "./infra.ts";
export { createRabbitmqVhost, type RabbitmqVhost } from "./rabbitmq-vhost.ts";
export { createTcpProxy, type TcpProxy } from "./tcp-proxy.ts";
export { createTestCa, type TestCa, type TestPem } from "./test-ca.ts";
export { createTestTrust, type TestTrust } from "./test-trust.ts";
export { createTlsFolder, type TlsFolder } from "./tls-folder.ts";
export { until } from "./until.ts";
export { withKeyFiles } from "./with-key-files.ts";
