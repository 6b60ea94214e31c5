import type { Clock } from "@veil/contracts/clock";
import type { VeilKeysManifest } from "@veil/contracts/signer";
import { systemRandomBytes } from "@veil/crypto";
import type { Logger, Metrics } from "@veil/service-kit/telemetry";
import { claimMacKeys, createClaimMaker, createClaimSigner } from "@veil/veil/claims";
import type { ServedOperations } from "../../api/register-operations.ts";
import type { GatewayConfig } from "../../config.ts";
import type { Clients } from "../../platform/clients.ts";
import type { PeriodicTask } from "../../platform/periodic-task.ts";
import type { Sealing } from "../../platform/sealed-record.ts";
import type { Stores } from "../../stores.ts";
import type { OnEvents } from "../audit/index.ts";
import { createHttpKeyManifest } from "./adapters/http-key-manifest.ts";
import { createHttpLogProofs } from "./adapters/http-log-proofs.ts";
import {
  createHttpCertificateSigning,
  createHttpClaimSigning,
  createOwnClaimSigning,
} from "./adapters/http-signing.ts";
import {
  type CertificateIssuing,
  createCertificateIssuer,
} from "./background/certificate-issuer.ts";
import { createEvidenceCollector } from "./background/evidence-collector.ts";
import { createEvidenceCheck } from "./domain/certificate-checks.ts";
import { type CallCertificates, createSealedDrafts, type ReadCertificateDeps } from "./index.ts";
import {
  getCertificate,
  getOpenings,
  getPublicSummary,
  getSummaryPage,
} from "./routes/certificate.ts";
import { readVeilKeys, verificationPageRoute, verifierScript } from "./routes/verifier.ts";

interface CertificatesNeeds {
  readonly config: GatewayConfig;
  readonly stores: Pick<Stores, "certificates" | "certificateEvidence">;
  readonly clients: Clients;
  /** Called after audit events were stored. */
  readonly onEvents: OnEvents;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly nowMs: Clock;
}

const COMPONENT = "edge-gateway";

interface CertificatesModule {
  readonly serves: ServedOperations;
  /** `certificates` and `reading` are undefined if no certificates are made. */
  readonly certificates: CallCertificates | undefined;
  readonly reading: ReadCertificateDeps | undefined;
  readonly currentManifest: () => Promise<VeilKeysManifest>;
  start(): void;
  stop(): Promise<void>;
}

export function createCertificatesModule(needs: CertificatesNeeds): CertificatesModule {
  const { clients, config, stores, nowMs } = needs;
  const currentManifest = createHttpKeyManifest({ signer: clients.clients.signer, nowMs });
  const keys = { readVeilKeys: readVeilKeys({ currentManifest, nowMs }) };
  if (!config.veilEnabled)
    return {
      serves: keys,
      certificates: undefined,
      reading: undefined,
      currentManifest,
      start() {},
      async stop() {},
    };
  const sealing = config.dataKeys.sealing("certificates");
  const issuer = createIssuer(needs, sealing);
  const collector = createCollector(needs, sealing);
  const reading = { certificates: stores.certificates, sealing };
  return {
    serves: { ...keys, ...operations(reading) },
    certificates: callCertificates(needs, sealing, issuer),
    reading,
    currentManifest,
    start() {
      issuer.start();
      collector.start();
    },
    async stop() {
      await issuer.stop();
      await collector.stop();
    },
  };
}

function operations(reading: ReadCertificateDeps): ServedOperations {
  return {
    readCertificate: getCertificate(reading),
    readCertificateOpenings: getOpenings(reading),
    readCertificateSummary: getPublicSummary(reading),
    readCertificatePage: getSummaryPage(reading),
    readVerificationPage: verificationPageRoute(),
    readVerifier: verifierScript(),
  };
}

function callCertificates(
  { clients, config, stores, metrics, log, nowMs }: CertificatesNeeds,
  sealing: Sealing,
  issuer: CertificateIssuing,
): CallCertificates {
  const help = "Ended calls that cannot be certified, because what that needs was not stored";
  const lost = metrics.counter("veil_certificates_lost_total", help, []);
  const [macKey] = claimMacKeys(clients.keys);
  return {
    random: systemRandomBytes,
    sealing,
    drafts: createSealedDrafts(sealing),
    release: config.release,
    maker: createClaimMaker({ component: COMPONENT, macKey, nowMs }),
    add: stores.certificates.add,
    onPending: issuer.enqueue,
    onLost(request_id, error) {
      lost.inc();
      log.error("certificate_lost", { request_id, error });
    },
  };
}

function createIssuer(
  { clients, stores, metrics, log, nowMs, onEvents }: CertificatesNeeds,
  sealing: Sealing,
): CertificateIssuing {
  const { bridge, sanitiser, worker, signer } = clients.clients;
  const decided = metrics.counter(
    "veil_certificates_total",
    "Certificates that the signer issued, and those that it refused to sign",
    ["outcome"],
  );
  // Starts the counters at 0, so that the first outcome is visible as an increase.
  for (const outcome of ["issued", "refused"]) decided.inc({ outcome }, 0);
  const age = metrics.gauge(
    "veil_certificate_pending_seconds",
    "Time since the end of the oldest call that is not certified yet; 0: there is none",
    [],
  );
  return createCertificateIssuer({
    certificates: stores.certificates,
    components: {
      [COMPONENT]: createOwnClaimSigning(
        createClaimSigner({ component: COMPONENT, keys: clients.keys, nowMs }),
      ),
      bridge: createHttpClaimSigning(bridge),
      sanitiser: createHttpClaimSigning(sanitiser),
      "inference-worker": createHttpClaimSigning(worker),
    },
    signer: createHttpCertificateSigning(signer),
    sealing,
    onDecided: (outcome) => decided.inc({ outcome }),
    onPendingAge: (seconds) => age.set(seconds),
    onEvents,
    log,
    nowMs,
  });
}

function createCollector(
  { clients, stores, metrics, log, nowMs }: CertificatesNeeds,
  sealing: Sealing,
): PeriodicTask {
  const outcomes = metrics.counter(
    "veil_certificate_evidence_total",
    "Proofs of the log that certificates were completed with, and those that do not prove the certificate",
    ["outcome"],
  );
  for (const outcome of ["taken", "refused"]) outcomes.inc({ outcome }, 0);
  const age = metrics.gauge(
    "veil_certificate_unproven_seconds",
    "Time since the oldest certificate without evidence was issued; 0: there is none",
    [],
  );
  return createEvidenceCollector({
    evidence: stores.certificateEvidence,
    proofs: createHttpLogProofs(clients.clients.audit),
    check: createEvidenceCheck(clients.trust.keys),
    sealing,
    onEvidence: (outcome) => outcomes.inc({ outcome }),
    onUnprovenAge: (seconds) => age.set(seconds),
    log,
    nowMs,
  });
}
