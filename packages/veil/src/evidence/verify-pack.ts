import { parseStrictJson } from "@veil/contracts/parsing";
import {
  EVIDENCE_KEY,
  type EvidencePredicate,
  type EvidenceStatement,
  PACK_FILES,
} from "@veil/contracts/public/compliance/evidence";
import type { PostureResponse } from "@veil/contracts/public/compliance/posture";
import { VerificationError } from "@veil/crypto/portable";
import { wholeSecond } from "../claims/claim-bytes.ts";
import { fromHex } from "../hex.ts";
import { manifestHash } from "../manifest-bytes.ts";
import { rememberSignatures } from "../remember-signatures.ts";
import { tryCertificate } from "../verifier/outcome.ts";
import type { Require } from "../verifier/steps.ts";
import { findKey, readTrustedManifest, requireValidAt } from "../verifier/trusted-manifest.ts";
import type { CertificateTrust } from "../verifier/verify-certificate.ts";
import {
  openArchive,
  type PackEntry,
  type PackReader,
  readWhole,
  requireOnce,
  requireSafeNames,
} from "./archive.ts";
import {
  requireAssessment,
  requireCatalog,
  requireDocuments,
  requireIsolation,
  requirePosture,
  requireRelease,
} from "./document-checks.ts";
import { type OpenedEnvelope, openEnvelope, readStatement } from "./envelope.ts";
import { type EvidenceStepName, type RunEvidenceStep, runEvidenceStep } from "./evidence-steps.ts";
import { requireKeyHistory } from "./key-history.ts";
import {
  type LogCheckOptions,
  requireFresh,
  requireList,
  requireNamedCheckpoint,
  requireOneLog,
  requireWitnessed,
  type SampledCertificate,
} from "./log-checks.ts";
import {
  type PackContent,
  readContent,
  requireComplete,
  requireNothingElse,
  sampledId,
} from "./pack-content.ts";
import { requireSizes } from "./sizes.ts";

export type EvidenceTrust = CertificateTrust;

export interface VerifiedEvidence {
  readonly predicate: EvidencePredicate;
  readonly posture: PostureResponse;
  readonly keyId: string;
  readonly passed: readonly EvidenceStepName[];
}

export type EvidenceOutcome =
  | { readonly valid: true; readonly verified: VerifiedEvidence }
  | {
      readonly valid: false;
      readonly passed: readonly EvidenceStepName[];
      readonly failed: EvidenceStepName;
      readonly error: VerificationError;
    };

/**
 * Verifies an evidence pack by the steps of `docs/evidence-pack.md`, in order. The outcome of a
 * pack that is not valid has the step that failed.
 */
export async function tryEvidencePack(
  reader: PackReader,
  trust: EvidenceTrust,
): Promise<EvidenceOutcome> {
  const begun: EvidenceStepName[] = [];
  const step: RunEvidenceStep = async (name, check) => {
    begun.push(name);
    await runEvidenceStep(name, check);
  };
  try {
    // Sampled certificates share the manifest, batches and checkpoints.
    const own = { ...trust, crypto: rememberSignatures(trust.crypto) };
    return { valid: true, verified: { ...(await verify(reader, own, step)), passed: begun } };
  } catch (error) {
    const failed = begun.at(-1);
    if (!(error instanceof VerificationError) || failed === undefined) throw error;
    return { valid: false, passed: begun.slice(0, -1), failed, error };
  }
}

async function verify(reader: PackReader, trust: EvidenceTrust, step: RunEvidenceStep) {
  const entries = await archiveSteps(reader, step);
  const { envelope, statement } = await indexSteps(entries, step);
  const content = await contentSteps(entries, statement, trust, step);
  const { predicate } = statement;
  const options = await signatureSteps(content, { envelope, predicate }, trust, step);
  await logSteps(content, predicate, { ...options, trust }, step);
  const posture = await documentSteps(content, predicate, options, step);
  return { predicate, posture, keyId: envelope.keyId };
}

async function archiveSteps(reader: PackReader, step: RunEvidenceStep) {
  let entries: readonly PackEntry[] = [];
  await step("archive", async (require) => {
    entries = await openArchive(reader, require);
  });
  await step("names", (require) => requireSafeNames(entries, require));
  await step("once", (require) => requireOnce(entries, require));
  await step("sizes", (require) => requireSizes(entries, require));
  return entries;
}

async function indexSteps(entries: readonly PackEntry[], step: RunEvidenceStep) {
  let json = new Uint8Array();
  await step("index", async (require) => {
    const entry = entries.find(({ name }) => name === PACK_FILES.index);
    require(entry !== undefined, `there is no ${PACK_FILES.index}`);
    if (entry !== undefined) json = new Uint8Array(await readWhole(entry));
  });
  const envelope = await result<OpenedEnvelope>(step, "envelope", (require) =>
    openEnvelope(json, require),
  );
  const statement = await result<EvidenceStatement>(step, "statement", (require) =>
    readStatement(envelope.payload, require),
  );
  return { envelope, statement };
}

async function contentSteps(
  entries: readonly PackEntry[],
  statement: EvidenceStatement,
  { crypto }: EvidenceTrust,
  step: RunEvidenceStep,
): Promise<PackContent> {
  await step("complete", (require) => requireComplete(entries, statement, require));
  await step("nothing_else", (require) => requireNothingElse(entries, statement, require));
  return await result(step, "unchanged", (require) =>
    readContent(entries, statement, crypto, require),
  );
}

interface Index {
  readonly envelope: OpenedEnvelope;
  readonly predicate: EvidencePredicate;
}

async function signatureSteps(
  { files }: PackContent,
  { envelope, predicate }: Index,
  { pins, crypto }: EvidenceTrust,
  step: RunEvidenceStep,
): Promise<LogCheckOptions> {
  const { keyId, signedBytes, signature } = envelope;
  const json = files.get(PACK_FILES.manifest) ?? new Uint8Array();
  const manifest = await result(step, "manifest_trust", (require) =>
    readTrustedManifest({ manifest: json, pins, crypto }, (_name, check) => check(require)),
  );
  await step("manifest_link", (require) => {
    const { version, sha256 } = predicate.manifest;
    require(predicate.issuer === manifest.issuer, "the manifest is of another issuer");
    require(version === manifest.version &&
      sha256 === manifestHash(manifest, crypto.sha256), "the index names another manifest");
  });
  const { service, purpose } = EVIDENCE_KEY;
  const [key] = findKey(manifest, service, purpose, keyId);
  await step("index_key", (require) =>
    require(key !== undefined, "the manifest lists no such key of the gateway"),
  );
  await step("signature", (require) =>
    require(crypto.verifyEd25519(
      fromHex(key?.public_key ?? ""),
      signedBytes,
      signature,
    ), "the signature is wrong"),
  );
  await step("key_validity", (require) =>
    requireValidAt(key, wholeSecond(Date.parse(predicate.generated_at)), require),
  );
  return { manifest, crypto };
}

async function logSteps(
  content: PackContent,
  predicate: EvidencePredicate,
  options: LogCheckOptions & { readonly trust: EvidenceTrust },
  step: RunEvidenceStep,
): Promise<void> {
  const { trust } = options;
  const checkpoint = await result(step, "checkpoint", (require) =>
    requireNamedCheckpoint(content, predicate, options, require),
  );
  const witnessedMs = await result(step, "witnesses", () =>
    requireWitnessed(content, trust.witnesses, options),
  );
  await step("list", (require) => requireList(content, predicate, require));
  await step("draw", (require) => requireDrawn(content, predicate, require));
  const sample = await result(step, "certificates", (require) =>
    verifiedSample(content, trust, require),
  );
  await step("logged", (require) => {
    for (const { requestId, loggedSha256 } of sample)
      require(content.list.logged.get(requestId) === loggedSha256, `not so for ${requestId}`);
  });
  await step("consistency", (require) =>
    requireOneLog(sample, checkpoint, content, options, require),
  );
  await step("fresh", (require) =>
    requireFresh(sample, checkpoint, witnessedMs, predicate, require),
  );
}

/** Requires that the pack has the certificates that were drawn, and no others. */
function requireDrawn(
  { files, list }: PackContent,
  { certificates }: EvidencePredicate,
  require: Require,
): void {
  const there = [...files.keys()].flatMap((name) => sampledId(name) ?? []).sort();
  require(there.join() === list.drawn.join(), "the pack has other certificates");
  require(there.length === certificates.sampled, "the index names another number of them");
}

function verifiedSample(
  { files }: PackContent,
  trust: EvidenceTrust,
  require: Require,
): readonly SampledCertificate[] {
  const manifest = files.get(PACK_FILES.manifest) ?? new Uint8Array();
  const sample = [...files].filter(([name]) => sampledId(name) !== undefined);
  return sample.flatMap(([name, certificate]) => {
    const outcome = tryCertificate({ certificate, manifest }, trust);
    if (!outcome.valid) {
      require(false, `${name}: ${outcome.error.message} (${outcome.error.code})`);
      return [];
    }
    const { signable, evidence } = outcome.verified.certificate;
    const { request_id: requestId, issued_at: issuedAt } = signable;
    require(requestId === sampledId(name), `${name} is the certificate of another call`);
    require(evidence !== null, `${name} has no evidence`);
    if (evidence === null) return [];
    const { seq, checkpoint, event } = evidence;
    return [{ requestId, issuedAt, seq, checkpoint, loggedSha256: loggedIn(event) }];
  });
}

const encoder = new TextEncoder();

/** Returns the hash that an event of the log names. The certificate's own steps have checked it. */
function loggedIn(event: string): unknown {
  const parsed = parseStrictJson(encoder.encode(event)) as {
    readonly payload: Readonly<Record<string, unknown>>;
  };
  return parsed.payload["certificate_sha256"];
}

async function documentSteps(
  content: PackContent,
  predicate: EvidencePredicate,
  options: LogCheckOptions,
  step: RunEvidenceStep,
): Promise<PostureResponse> {
  const posture = await result(step, "posture", (require) =>
    requirePosture(content, predicate, require),
  );
  await step("assessment", (require) => requireAssessment(content, posture, require));
  await step("catalog", (require) => requireCatalog(content, posture, require));
  await step("release", (require) => requireRelease(content, posture, predicate, options, require));
  await step("isolation", (require) => requireIsolation(content, options, require));
  await step("documents", (require) => requireDocuments(content, posture, require));
  await step("key_history", (require) => requireKeyHistory(content, options, require));
  return posture;
}

/** Runs a step that returns a value. */
async function result<T>(
  step: RunEvidenceStep,
  name: EvidenceStepName,
  check: (require: Require) => T | Promise<T>,
): Promise<T> {
  const values: T[] = [];
  await step(name, async (require) => {
    values.push(await check(require));
  });
  return values[0] as T;
}
