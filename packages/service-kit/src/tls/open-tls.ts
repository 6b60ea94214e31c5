import type { SecureContext } from "node:tls";
import type { Clock } from "@veil/contracts/clock";
import type { PrincipalName } from "@veil/crypto";
import type { Logger } from "../telemetry/index.ts";
import type { PublicTlsSettings, ServiceTlsSettings } from "./read-tls-settings.ts";
import { IdentityError, serviceOf } from "./spiffe-id.ts";
import type { TlsFiles } from "./tls-files.ts";
import type { TlsMetrics } from "./tls-metrics.ts";
import { openTlsSource, type TlsSource } from "./tls-source.ts";

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
 * Opens the certificate files of a service, and refuses a certificate of another service.
 * @throws ConfigurationError, IdentityError
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

export function openPublicTls(
  { files, reloadMs: intervalMs }: PublicTlsSettings,
  options: OpenOptions,
): TlsSource {
  return openTlsSource({ ...options, files, name: "public", minVersion: "TLSv1.2", intervalMs });
}

/**
 * Opens the certificate files for connections to a database or broker. They are not reloaded
 * automatically: call `refresh` before each connection.
 * @throws ConfigurationError
 */
export function openServerTls(files: TlsFiles, name: string, log?: Logger): TlsSource {
  return openTlsSource({ files, name, minVersion: "TLSv1.2", ...(log && { log }) });
}

/**
 * Returns TLS options for a database driver. The driver reads them each time it connects, so each
 * connection uses the current files. It checks the host name itself.
 */
export function connectOptions(source: TlsSource): { readonly secureContext: SecureContext } {
  return {
    get secureContext() {
      source.refresh();
      return source.current().secureContext;
    },
  };
}
