import type { Metrics } from "../telemetry/index.ts";
import type { TlsMaterial } from "./tls-files.ts";

export interface TlsMetrics {
  loaded(certificate: string, material: TlsMaterial): void;
  rejected(certificate: string): void;
}

export function createTlsMetrics(metrics: Metrics): TlsMetrics {
  const expiry = metrics.gauge(
    "veil_tls_certificate_expiry_timestamp_seconds",
    "End of validity of the certificate in use, in seconds since 1970",
    ["certificate"],
  );
  const loads = metrics.counter(
    "veil_tls_certificate_loads_total",
    "Certificate files that were loaded, or refused while the old ones stay in use",
    ["certificate", "outcome"],
  );
  return {
    loaded(certificate, { notAfterMs }) {
      loads.inc({ certificate, outcome: "loaded" });
      if (notAfterMs !== undefined) expiry.set({ certificate }, notAfterMs / 1000);
    },
    rejected: (certificate) => loads.inc({ certificate, outcome: "rejected" }),
  };
}
