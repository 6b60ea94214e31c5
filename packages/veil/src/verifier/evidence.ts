import { LoggedEvent } from "@veil/contracts/audit";
import type { CertificateEvidence, IsolationCertificate } from "@veil/contracts/certificate";
import { checkedJson } from "@veil/contracts/parsing";
import { createMerkle } from "@veil/crypto/portable";
import { wholeSecond } from "../claims/claim-bytes.ts";
import { fromHex, toHex } from "../hex.ts";
import {
  type NoteKey,
  noteKey,
  openCheckpoint,
  parseCheckpoint,
  verifyCosignature,
} from "../log/index.ts";
import { parseSignedNote } from "../log/signed-note.ts";
import { certificateBytes } from "./certificate-bytes.ts";
import { createSteps, type Require, type RunStep } from "./steps.ts";
import { requireStrictJson } from "./strict-json.ts";
import type { VerifierCrypto } from "./verifier-crypto.ts";

const ISSUED = "VEIL_CERTIFICATE_ISSUED";
const encoder = new TextEncoder();
const parseEvent = checkedJson(LoggedEvent);

export interface LogKeys {
  /** Public keys that may sign checkpoints, 32 bytes each. */
  readonly log: readonly Uint8Array[];
  readonly witnesses: readonly NoteKey[];
  readonly crypto: VerifierCrypto;
}

/**
 * All that shows that the log has the certificate.
 * @throws VerificationError with the code of the first step that fails (`VERIFICATION_STEPS`)
 */
export function verifyEvidence(certificate: IsolationCertificate, keys: LogKeys): void {
  verifyEvidenceSteps(certificate, keys, createSteps());
}

/**
 * @param step - runs each step, or leaves it out
 * @returns the latest time at which a pinned witness signed the checkpoint; undefined: no witness is pinned
 */
export function verifyEvidenceSteps(
  certificate: IsolationCertificate,
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
  step("log_entry", (require) => requireEntry(certificate, evidence, keys.crypto, require));
  step("checkpoint", (require) => requireCheckpoint(evidence, keys, require));
  step("inclusion", (require) => requireIncluded(evidence, keys.crypto, require));
  let witnessed: string | undefined;
  step("witnesses", () => {
    witnessed = witnessedTime(evidence, keys);
  });
  return witnessed;
}

function requireEntry(
  certificate: IsolationCertificate,
  { event }: CertificateEvidence,
  { sha256 }: VerifierCrypto,
  require: Require,
): void {
  requireStrictJson(encoder.encode(event), require);
  const { event_type, request_id, payload } = parseEvent(event);
  require(event_type === ISSUED, "the event is not of a certificate");
  require(request_id === certificate.signable.request_id, "the event is of another request");
  const hash = toHex(sha256(certificateBytes(certificate)));
  require(payload["certificate_sha256"] === hash, "the event names another certificate");
}

/** By a key that the manifest lists for it. The log's name is what its key id makes of it. */
function requireCheckpoint(
  { checkpoint }: CertificateEvidence,
  { log, crypto }: LogKeys,
  require: Require,
): void {
  const signed = parseSignedNote(checkpoint);
  const { origin } = parseCheckpoint(signed.text);
  const key = log
    .map((publicKey) => noteKey(origin, "ed25519", publicKey))
    .find(({ keyId }) => signed.signatures.some((own) => own.keyId === keyId));
  if (key === undefined) require(false, "no listed key signed the checkpoint");
  else openCheckpoint(checkpoint, key, crypto.verifyEd25519);
}

/** RFC 9162, section 2.1.3.2, over `SHA-256(0x00 || chain hash)`. */
function requireIncluded(
  { event, seq, prev_hash, path, checkpoint }: CertificateEvidence,
  { sha256 }: VerifierCrypto,
  require: Require,
): void {
  const { merkleLeafHash, verifyInclusion } = createMerkle(sha256);
  const { size, root } = parseCheckpoint(parseSignedNote(checkpoint).text);
  const chainHash = sha256(
    Uint8Array.from([0, ...fromHex(prev_hash), ...bigEndian(seq), ...encoder.encode(event)]),
  );
  const included = verifyInclusion({
    ...{ index: seq - 1, size, root },
    ...{ leafHash: merkleLeafHash(chainHash), path: path.map(fromHex) },
  });
  require(included, "the event is not in the log");
}

function witnessedTime(
  { checkpoint }: CertificateEvidence,
  { witnesses, crypto }: LogKeys,
): string | undefined {
  const note = parseSignedNote(checkpoint);
  const times = witnesses.map((key) => verifyCosignature(note, key, crypto.verifyEd25519));
  return times.length === 0 ? undefined : wholeSecond(Math.max(...times) * 1_000);
}

function bigEndian(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}
