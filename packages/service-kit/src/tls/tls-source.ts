import type { SecureVersion } from "node:tls";
import type { Clock } from "@veil/contracts/clock";
import type { Logger } from "../telemetry/index.ts";
import {
  type CheckCertificate,
  loadTlsMaterial,
  readTlsFiles,
  type TlsFiles,
  type TlsMaterial,
  type TlsPem,
} from "./tls-files.ts";
import type { TlsMetrics } from "./tls-metrics.ts";

/** New contents apply to new connections. */
export interface TlsSource {
  current(): TlsMaterial;
  /** Invalid contents change nothing, and are reported once. */
  refresh(): void;
  /** @returns a function that removes the listener */
  onChange(listener: (material: TlsMaterial) => void): () => void;
  close(): void;
}

interface SourceOptions {
  readonly files: TlsFiles;
  /** Used as a label of metrics and a component in logs. */
  readonly name: string;
  readonly minVersion: SecureVersion;
  readonly check?: CheckCertificate;
  readonly log?: Logger;
  readonly metrics?: TlsMetrics | undefined;
  /** When absent, reloads only on `refresh`. */
  readonly intervalMs?: number;
  readonly nowMs?: Clock;
}

/**
 * Kubernetes replaces mounted files by swapping a symbolic link, which file watchers do not report,
 * so the source polls the contents. Files read during a swap do not match each other; the source
 * refuses them, and the next reload is valid.
 * @throws ConfigurationError
 */
export function openTlsSource(options: SourceOptions): TlsSource {
  const { files, name, log, metrics, intervalMs, nowMs = Date.now } = options;
  const { minVersion, check } = options;
  const listeners = new Set<(material: TlsMaterial) => void>();
  const load = (pem: TlsPem) => loadTlsMaterial(pem, { minVersion, check, nowMs: nowMs() });
  let current = load(readTlsFiles(files));
  let rejected: string | undefined;
  metrics?.loaded(name, current);

  function refresh(): void {
    try {
      const pem = readTlsFiles(files);
      if (!isSame(pem, current.pem)) replace(load(pem));
      rejected = undefined;
    } catch (error) {
      reject(error);
    }
  }

  function replace(material: TlsMaterial): void {
    current = material;
    metrics?.loaded(name, material);
    log?.info("certificate_loaded", { component: name });
    for (const listener of listeners) listener(material);
  }

  function reject(error: unknown): void {
    const reason = String((error as Partial<Error>).message);
    if (reason === rejected) return;
    rejected = reason;
    metrics?.rejected(name);
    log?.error("certificate_rejected", { component: name, reason });
  }

  const timer = intervalMs === undefined ? undefined : setInterval(refresh, intervalMs).unref();
  return {
    current: () => current,
    refresh,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => clearInterval(timer),
  };
}

function isSame(one: TlsPem, other: TlsPem): boolean {
  return one.cert === other.cert && one.key === other.key && one.ca === other.ca;
}
