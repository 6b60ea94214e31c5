import type { ListenTls } from "@veil/service-kit/http";
import type { Logger, Metrics } from "@veil/service-kit/telemetry";
import {
  createTlsMetrics,
  openPublicTls,
  openServiceTls,
  type ServiceTls,
} from "@veil/service-kit/tls";
import type { GatewayConfig } from "../config.ts";

interface GatewayTls {
  readonly own: ServiceTls | undefined;
  readonly listen: ListenTls | undefined;
}

export function createTls(
  { tls, publicTls }: Pick<GatewayConfig, "tls" | "publicTls">,
  log: Logger,
  metrics: Metrics,
): GatewayTls {
  const options = { log, metrics: createTlsMetrics(metrics) };
  return {
    own: tls && openServiceTls(tls, { service: "edge-gateway", ...options }),
    listen: publicTls && { kind: "public", source: openPublicTls(publicTls, options) },
  };
}
