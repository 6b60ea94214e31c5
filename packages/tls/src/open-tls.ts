import type { SecureContext } from "node:tls";
import type { Clock } from "@veil/contracts/clock";
import type { PrincipalName } from "@veil/crypto";
import type { Logger } from "@veil/telemetry";
import type { PublicTlsSettings, ServiceTlsSettings } from "./read-tls-settings.ts";
import { IdentityError, serviceOf } from "./spiffe-id.ts";
import type { TlsFiles } from "./tls-files.ts";
import type { TlsMetrics } from "./tls-metrics.ts";
import { openTlsSource, type TlsSource } from "./tls-source.ts";

/** A service's own identity, and how it verifies others. */
export interface ServiceTls {
  readonly source: TlsSource;
  readonly trustDomain: string;
}

interface OpenOptions {
  readonly log: Logger;
  readonly metrics?: TlsMetrics;
  readonly nowMs?: Clock;
}

/**
 * The identity of `service`, reloaded every `reloadMs`. A certificate of another service is refused.
 *
 * @throws ConfigurationError, IdentityError when the files are invalid at the start.
 */
export function openServiceTls(
  { files, trustDomain, reloadMs: intervalMs }: ServiceTlsSettings,
  { service, ...options }: OpenOptions & { readonly service: PrincipalName },
): ServiceTls {
  const source = openTlsSource({
    ...options,
    files,
    name: "service",
    minVersion: "TLSv1.3",
    intervalMs,
    check(certificate) {
      if (serviceOf(certificate, trustDomain) !== service)
        throw new IdentityError("The certificate belongs to another service");
    },
  });
  return { source, trustDomain };
}

/** A certificate for public clients, which need at least TLS 1.2. @throws ConfigurationError */
export function openPublicTls(
  { files, reloadMs: intervalMs }: PublicTlsSettings,
  options: OpenOptions,
): TlsSource {
  return openTlsSource({ ...options, files, name: "public", minVersion: "TLSv1.2", intervalMs });
}

/**
 * TLS to a third-party server, which is identified by its host name. Call `refresh` before each
 * connection: there is no timer, and nothing to close.
 *
 * @throws ConfigurationError when the files are invalid at the start.
 */
export function openServerTls(files: TlsFiles, name: string, log?: Logger): TlsSource {
  return openTlsSource({ files, name, minVersion: "TLSv1.2", ...(log && { log }) });
}

/**
 * Options for a driver that reads them each time it connects: the files are reloaded then.
 * Drivers check the server's host name by themselves.
 */
export function connectOptions(source: TlsSource): { readonly secureContext: SecureContext } {
  return {
    get secureContext() {
      source.refresh();
      return source.current().secureContext;
    },
  };
}
