import type { SignedManifest } from "@veil/contracts/signer";
import { createOpsApp, openMutualTls, type Service } from "@veil/http-kit";
import { createLogger, createMetrics, type Logger } from "@veil/telemetry";
import { createFileManifestStore } from "./adapters/file-manifest-store.ts";
import { ALLOWED_CALLERS } from "./allowed-callers.ts";
import { createApp } from "./app.ts";
import type { SignerConfig } from "./config.ts";
import { currentManifest } from "./current-manifest.ts";
import { checkReady, describeInvariant } from "./operations.ts";
import type { ManifestStore } from "./ports.ts";

export interface SignerOverrides {
  readonly log?: Logger;
  readonly store?: ManifestStore;
  readonly nowMs?: () => number;
}

const SERVICE = "veil-signer";

/** The start reads or makes the manifest, and fails when neither is possible. */
export function createVeilSigner(config: SignerConfig, overrides: SignerOverrides = {}): Service {
  const { keys, trust, manifestIssuer, logLevel: level } = config;
  const log = overrides.log ?? createLogger({ service: SERVICE, level });
  const nowMs = overrides.nowMs ?? Date.now;
  const metrics = createMetrics(SERVICE);
  const allowed = ALLOWED_CALLERS;
  const tls = openMutualTls(config.tls, { service: SERVICE, allowed, log, metrics });
  const store = overrides.store ?? createFileManifestStore(config.manifestFile);
  let current: SignedManifest | undefined;
  const manifest = () => current;
  const ready = async () => checkReady(current);
  return {
    log,
    app: createApp({ log, metrics, trust, manifest, nowMs }),
    tls,
    opsApp: createOpsApp({ service: SERVICE, metrics, log, ready, invariant: describeInvariant }),
    async start() {
      current = await currentManifest({ issuer: manifestIssuer, keys, trust, store, nowMs });
    },
    graceMs: config.shutdownGraceMs,
    stop: async () => {},
  };
}
