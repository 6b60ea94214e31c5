export { type BrowserLaunch, describeInBrowser } from "./browser/describe-in-browser.ts";
export { attributesOf, type Collector, type ReceivedSpan, startCollector } from "./collector.ts";
export { dataFile } from "./data-folder.ts";
export {
  describeWhere,
  describeWithServer,
  fuzzSeed,
  type InfraServer,
  infraUrl,
  type JudgeProgram,
  judgePath,
} from "./infra.ts";
export { createRabbitmqVhost, type RabbitmqVhost } from "./rabbitmq-vhost.ts";
export { createTcpProxy, type TcpProxy } from "./tcp-proxy.ts";
export { createTestTrust, type TestTrust } from "./test-trust.ts";
export { threadSource } from "./thread-source.ts";
export { startTunnel, type Tunnel } from "./tunnel.ts";
export { until, WAIT_CEILING_MS } from "./until.ts";
export { withKeyFiles } from "./with-key-files.ts";
