import type { SecureVersion } from "node:tls";
import type { Clock } from "@veil/contracts/clock";
import type { Logger } from "@veil/telemetry";
import {
  type CheckCertificate,
  loadTlsMaterial,
  readTlsFiles,
  type TlsFiles,
  type TlsMaterial,
  type TlsPem,
} from "./tls-files.ts";
import type { TlsMetrics } from "./tls-metrics.ts";

/** Certificate files as they are now; new contents count from the next connection on. */
export interface TlsSource {
  /** The last that was found good. */
  current(): TlsMaterial;
  /** Looks into the files at once. Bad contents change nothing, and are reported once. */
  refresh(): void;
  /** Calls `listener` after each change. @returns what removes it again. */
  onChange(listener: (material: TlsMaterial) => void): () => void;
  /** Looks no more. */
  close(): void;
}

interface SourceOptions {
  readonly files: TlsFiles;
  /** What they are for: a label of metrics and a component in logs. */
  readonly name: string;
  readonly minVersion: SecureVersion;
  /** A reason of one's own to refuse a certificate. */
  readonly check?: CheckCertificate;
  readonly log?: Logger;
  readonly metrics?: TlsMetrics | undefined;
  /** How often to look. Absent: only on `refresh`. */
  readonly intervalMs?: number;
  readonly nowMs?: Clock;
}

/**
 * Reads the contents rather than waiting for events: Kubernetes replaces mounted files by swapping a symbolic
 * link, of which a watch on the file learns nothing. Files that are read in the middle of a swap do not fit
 * each other, so they are refused and found good the next time.
 *
 * @throws ConfigurationError when the files are not good at the start.
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

  /** The same trouble is told once, not at every look. */
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
