import { LoggedEvent } from "@veil/contracts/audit";
import type { CertificateEvidence } from "@veil/contracts/certificate";
import { checked } from "@veil/contracts/parsing";
import { createMerkle } from "@veil/crypto/portable";
import { wholeSecond } from "../claims/claim-bytes.ts";
import { fromHex } from "../hex.ts";
import { chainBytes } from "../log/chain-bytes.ts";
import {
  type Checkpoint,
  type NoteKey,
  noteKey,
  parseCheckpoint,
  verifyCosignature,
} from "../log/index.ts";
import { parseSignedNote, verifyText } from "../log/signed-note.ts";
import { createSteps, type Require, type RunStep } from "./steps.ts";
import { requireStrictJson } from "./strict-json.ts";
import type { VerifierCrypto } from "./verifier-crypto.ts";

/** The types of the events of a single certificate and of a batch of certificates. */
const ISSUED = { one: "VEIL_CERTIFICATE_ISSUED", batch: "VEIL_CERTIFICATES_ISSUED" } as const;
const encoder = new TextEncoder();
const parseEvent = checked(LoggedEvent);

/** What the log contains about a certificate or a batch of certificates. */
export interface LoggedCertificate {
  /** Undefined for a batch, whose event belongs to no request. */
  readonly requestId: string | undefined;
  /** Returns the hash of `loggedBytes`, in hexadecimal. */
  readonly sha256: () => string;
  readonly evidence: CertificateEvidence | null;
}

export interface LogKeys {
  /** The public keys that may sign checkpoints, 32 bytes each. */
  readonly log: readonly Uint8Array[];
  readonly witnesses: readonly NoteKey[];
  readonly crypto: VerifierCrypto;
  /**
   * A cache for verifying many certificates: checkpoints whose signature was already verified with
   * these keys.
   */
  readonly opened?: Map<string, Checkpoint>;
}

/**
 * Verifies the evidence that the certificate is in the log.
 * @throws VerificationError with the code of the first step that fails (`VERIFICATION_STEPS`)
 */
export function verifyEvidence(certificate: LoggedCertificate, keys: LogKeys): void {
  verifyEvidenceSteps(certificate, keys, createSteps());
}

/**
 * Runs the steps that verify the evidence.
 * @param step - runs or omits a step
 * @returns the latest time at which a pinned witness signed the checkpoint; undefined when no
 * witness is pinned
 */
export function verifyEvidenceSteps(
  certificate: LoggedCertificate,
  keys: LogKeys,
  step: RunStep,
): string | undefined {
  const { evidence } = certificate;
  if (evidence === null) {
    step("witnesses", (require) =>
      require(keys.witnesses.length === 0, "the certificate has no evidence of a log yet"),
    );
    return undefined;
  }
  step("log_entry", (require) => requireEntry(certificate, evidence, require));
  step("checkpoint", (require) => requireCheckpoint(evidence, keys, require));
  step("inclusion", (require) => requireIncluded(evidence, keys, require));
  let witnessed: string | undefined;
  step("witnesses", () => {
    witnessed = witnessedTime(evidence, keys);
  });
  return witnessed;
}

function requireEntry(
  { requestId, sha256 }: LoggedCertificate,
  { event }: CertificateEvidence,
  require: Require,
): void {
  const { event_type, request_id, payload } = parseEvent(
    requireStrictJson(encoder.encode(event), require),
  );
  const type = requestId === undefined ? ISSUED.batch : ISSUED.one;
  require(event_type === type, "the event is not of a certificate");
  require(request_id === requestId, "the event is of another request");
  require(payload["certificate_sha256"] === sha256(), "the event names another certificate");
}

/**
 * Requires that the checkpoint is signed by a key that the manifest lists for the log. The log's
 * name is the one that leads to the signature's key id.
 */
function requireCheckpoint(
  { checkpoint }: CertificateEvidence,
  { log, crypto, opened }: LogKeys,
  require: Require,
): void {
  if (opened?.has(checkpoint) === true) return;
  const signed = parseSignedNote(checkpoint);
  const { origin } = parseCheckpoint(signed.text);
  const key = log
    .map((publicKey) => noteKey(origin, "ed25519", publicKey))
    .find(({ keyId }) => signed.signatures.some((own) => own.keyId === keyId));
  if (key === undefined) require(false, "no listed key signed the checkpoint");
  else verifyText(signed, key, crypto.verifyEd25519);
  opened?.set(checkpoint, parseCheckpoint(signed.text));
}

/**
 * Requires that the event is in the tree (RFC 9162, section 2.1.3.2). Its leaf hash is
 * `SHA-256(0x00 || chain hash)`.
 */
function requireIncluded(
  { event, seq, prev_hash, path, checkpoint }: CertificateEvidence,
  { crypto: { sha256 }, opened }: LogKeys,
  require: Require,
): void {
  const { merkleLeafHash, verifyInclusion } = createMerkle(sha256);
  const { size, root } =
    opened?.get(checkpoint) ?? parseCheckpoint(parseSignedNote(checkpoint).text);
  const included = verifyInclusion({
    ...{ index: seq - 1, size, root },
    ...{ leafHash: merkleLeafHash(sha256(chainBytes(fromHex(prev_hash), seq, event))) },
    path: path.map(fromHex),
  });
  require(included, "the event is not in the log");
}

function witnessedTime(
  { checkpoint }: CertificateEvidence,
  { witnesses, crypto }: LogKeys,
): string | undefined {
  if (witnesses.length === 0) return undefined;
  const note = parseSignedNote(checkpoint);
  const times = witnesses.map((key) => verifyCosignature(note, key, crypto.verifyEd25519));
  return wholeSecond(Math.max(...times) * 1_000);
}
