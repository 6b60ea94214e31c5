import { CERTIFICATE_VERSION } from "@veil/contracts/certificate";
import { ApiError } from "@veil/contracts/errors";
import type { SignedManifest } from "@veil/contracts/signer";
import { ConfigurationError } from "@veil/service-kit/config";
import { createOpsApp, openMutualTls, type Service } from "@veil/service-kit/http";
import { createLogger, createMetrics, type Logger } from "@veil/service-kit/telemetry";
import { ALLOWED_CALLERS } from "./allowed-callers.ts";
import { createApp } from "./app.ts";
import type { SignerConfig } from "./config.ts";
import { developmentManifest } from "./development-manifest.ts";
import { createCertificateSigner } from "./domain/certificate-signer.ts";
import { checkReady, describeInvariant } from "./operations.ts";
import { witnessedManifest } from "./witnessed-manifest.ts";

export interface SignerOverrides {
  readonly log?: Logger;
  readonly nowMs?: () => number;
}

const SERVICE = "veil-signer";

/**
 * Creates the signer. Its `start` reads the manifest of a ceremony or makes a development manifest,
 * and fails if it cannot.
 */
export function createVeilSigner(config: SignerConfig, overrides: SignerOverrides = {}): Service {
  const { keys, trust, manifestFile: file, manifestPins: pins, logLevel: level } = config;
  const log = overrides.log ?? createLogger({ service: SERVICE, level });
  const nowMs = overrides.nowMs ?? Date.now;
  const metrics = createMetrics(SERVICE);
  const allowed = ALLOWED_CALLERS;
  const tls = openMutualTls(config.tls, { service: SERVICE, allowed, log, metrics });
  let current: SignedManifest | undefined;
  const manifest = () => current;
  const sign = createCertificateSigner({
    ...{ keys, trusted: trust.keys, nowMs, environment: config.environment },
    manifest: () => required(current),
  });
  const decided = metrics.counter(
    "veil_certificate_decisions_total",
    "Certificates that were signed, and those that the claims did not prove",
    ["outcome"],
  );
  const onDecided = (outcome: "signed" | "refused") => decided.inc({ outcome });
  const invariant = async () => describeInvariant(pins === undefined ? "development" : "witnessed");
  const ready = async () => checkReady(current);
  return {
    log,
    app: createApp({ log, metrics, trust, manifest, nowMs, sign, onDecided }),
    tls,
    opsApp: createOpsApp({ service: SERVICE, metrics, log, ready, invariant }),
    async start() {
      // Throws if the bundle does not list this key as active: no auditor could verify its
      // signatures.
      trust.verifyKey(SERVICE, "certificate", keys.signing("certificate").keyId);
      current =
        pins === undefined
          ? await developmentManifest({ issuer: config.manifestIssuer, keys, trust, file, nowMs })
          : await witnessedManifest({ pins, trust, file });
      requireVersion(current);
    },
    graceMs: config.shutdownGraceMs,
    stop: async () => {},
  };
}

/** @throws ConfigurationError when no verifier would accept certificates under this manifest */
function requireVersion({ supported_protocol_versions: versions }: SignedManifest): void {
  if (versions.includes(CERTIFICATE_VERSION)) return;
  throw new ConfigurationError(
    `Bad configuration: MANIFEST_FILE does not support protocol version ${CERTIFICATE_VERSION}; hold a ` +
      "ceremony with this version of veil (veil ceremony draft)",
  );
}

function required(manifest: SignedManifest | undefined): SignedManifest {
  if (manifest === undefined)
    throw new ApiError("busy", "The manifest is not ready yet", { retryAfterSeconds: 1 });
  return manifest;
}
