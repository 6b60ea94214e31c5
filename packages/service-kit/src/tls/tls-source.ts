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

/** A source of certificates from files that may change. Changes apply to new connections. */
export interface TlsSource {
  current(): TlsMaterial;
  /** Reads the files again. Invalid contents are reported once and otherwise ignored. */
  refresh(): void;
  /** Adds a listener. @returns a function that removes it */
  onChange(listener: (material: TlsMaterial) => void): () => void;
  close(): void;
}

interface SourceOptions {
  readonly files: TlsFiles;
  /** The label in metrics and the component in logs. */
  readonly name: string;
  readonly minVersion: SecureVersion;
  readonly check?: CheckCertificate;
  readonly log?: Logger;
  readonly metrics?: TlsMetrics | undefined;
  /** How often to reload. When absent, only `refresh` reloads. */
  readonly intervalMs?: number;
  readonly nowMs?: Clock;
}

/**
 * Opens a source that polls its files, because Kubernetes replaces mounted files by swapping a
 * symbolic link, which file watchers do not report. Files that are read during a swap do not match
 * each other; the source rejects them, and the next reload succeeds.
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
