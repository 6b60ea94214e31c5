import type { PrincipalName } from "@veil/crypto";
import type { Logger, Metrics } from "../telemetry/index.ts";
import { createTlsMetrics, openServiceTls, type ServiceTlsSettings } from "../tls/index.ts";
import type { ListenTls } from "./tls-server.ts";

interface MutualTlsOptions {
  readonly service: PrincipalName;
  readonly allowed: readonly PrincipalName[];
  readonly log: Logger;
  readonly metrics: Metrics;
}

/**
 * Loads the certificates for mutual TLS. Returns undefined when there are no settings.
 * @throws ConfigurationError, IdentityError
 */
export function openMutualTls(
  settings: ServiceTlsSettings | undefined,
  { service, allowed, log, metrics }: MutualTlsOptions,
): ListenTls | undefined {
  if (settings === undefined) return undefined;
  const own = openServiceTls(settings, { service, log, metrics: createTlsMetrics(metrics) });
  return { kind: "mutual", own, allowed, log };
}
