import type { ListenTls } from "@veil/http-kit";
import type { Logger, Metrics } from "@veil/telemetry";
import { createTlsMetrics, openPublicTls, openServiceTls, type ServiceTls } from "@veil/tls";
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
