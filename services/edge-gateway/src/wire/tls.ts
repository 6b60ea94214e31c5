import type { ListenTls } from "@veil/http-kit";
import type { Logger, Metrics } from "@veil/telemetry";
import { createTlsMetrics, openPublicTls, openServiceTls, type ServiceTls } from "@veil/tls";
import type { GatewayConfig } from "../config.ts";

interface WiredTls {
  /** Who the gateway is to the other services. */
  readonly own: ServiceTls | undefined;
  /** How its public port speaks; undefined: TLS ends in front of it. */
  readonly listen: ListenTls | undefined;
}

export function wireTls(
  { tls, publicTls }: Pick<GatewayConfig, "tls" | "publicTls">,
  log: Logger,
  metrics: Metrics,
): WiredTls {
  const options = { log, metrics: createTlsMetrics(metrics) };
  return {
    own: tls && openServiceTls(tls, { service: "edge-gateway", ...options }),
    listen: publicTls && { kind: "public", source: openPublicTls(publicTls, options) },
  };
}
