export {
  connectOptions,
  openPublicTls,
  openServerTls,
  openServiceTls,
  type ServiceTls,
} from "./open-tls.ts";
export {
  type PublicTlsSettings,
  readBrokerUrl,
  readDatabaseUrl,
  readPublicTls,
  readServerTls,
  readServiceTls,
  type ServiceTlsSettings,
  serviceProtocol,
} from "./read-tls-settings.ts";
export { IdentityError, serviceOf, spiffeId } from "./spiffe-id.ts";
export { notAfterMs, type TlsFiles, type TlsMaterial } from "./tls-files.ts";
export { createTlsMetrics, type TlsMetrics } from "./tls-metrics.ts";
export type { TlsSource } from "./tls-source.ts";
