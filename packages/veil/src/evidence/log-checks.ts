import { base64 } from "@scure/base";
import { checked } from "@veil/contracts/parsing";
import {
  type EvidencePredicate,
  PACK_FILES,
  PackConsistency,
} from "@veil/contracts/public/compliance/evidence";
import { createMerkle, type TreeHead } from "@veil/crypto/portable";
import { fromHex, toHex } from "../hex.ts";
import {
  type Checkpoint,
  type NoteKey,
  openCheckpointOf,
  parseSignedNote,
  verifyCosignature,
} from "../log/index.ts";
import type { Require } from "../verifier/steps.ts";
import { requireStrictJson } from "../verifier/strict-json.ts";
import { type AnyManifest, findKey } from "../verifier/trusted-manifest.ts";
import type { VerifierCrypto } from "../verifier/verifier-crypto.ts";
import type { PackContent } from "./pack-content.ts";

const decoder = new TextDecoder();
const parseConsistency = checked(PackConsistency);

/** How long before or after the pack was made its checkpoint may have been cosigned. */
const MAX_WITNESSED_APART_MS = 60 * 60_000;
/** How long after its issue a certificate may not be in the log yet. */
const MAX_LOGGING_MS = 10 * 60_000;

export interface LogCheckOptions {
  readonly manifest: AnyManifest;
  readonly crypto: VerifierCrypto;
}

/** A certificate of the sample, verified. */
export interface SampledCertificate {
  readonly requestId: string;
  readonly issuedAt: string;
  /** The sequence number of its event in the log. */
  readonly seq: number;
  readonly checkpoint: string;
  /** The hash that its event names, in hexadecimal. */
  readonly loggedSha256: unknown;
}

/** Opens a checkpoint that a listed key of the log has signed. */
function openListed(note: string, { manifest, crypto }: LogCheckOptions): Checkpoint {
  const keys = findKey(manifest, "audit", "checkpoint").map(({ public_key }) =>
    fromHex(public_key),
  );
  return openCheckpointOf(note, keys, crypto.verifyEd25519);
}

/** Requires that the pack's checkpoint is the one that its index names. */
export function requireNamedCheckpoint(
  { files }: PackContent,
  { checkpoint: named }: EvidencePredicate,
  options: LogCheckOptions,
  require: Require,
): Checkpoint {
  const bytes = files.get(PACK_FILES.checkpoint) ?? new Uint8Array();
  const opened = openListed(decoder.decode(bytes), options);
  require(opened.size === named.size &&
    toHex(opened.root) === named.root &&
    toHex(options.crypto.sha256(bytes)) === named.sha256, "the index names another checkpoint");
  return opened;
}

/**
 * Requires the cosignature of every pinned witness.
 * @returns the earliest time of a cosignature in milliseconds; undefined if no witness is pinned
 */
export function requireWitnessed(
  { files }: PackContent,
  witnesses: readonly NoteKey[],
  { crypto }: LogCheckOptions,
): number | undefined {
  if (witnesses.length === 0) return undefined;
  const note = parseSignedNote(decoder.decode(files.get(PACK_FILES.checkpoint)));
  const times = witnesses.map((key) => verifyCosignature(note, key, crypto.verifyEd25519));
  return Math.min(...times) * 1_000;
}

/** Requires that the list is sorted, has its form, and as many lines as the index says. */
export function requireList(
  { list }: PackContent,
  { certificates }: EvidencePredicate,
  require: Require,
): void {
  require(list.problem === undefined, list.problem ?? "");
  require(list.listed === certificates.listed, "the index names another number of certificates");
}

/** Requires that the log has one history in which all checkpoints of the pack are states. */
export function requireOneLog(
  sample: readonly SampledCertificate[],
  present: Checkpoint,
  { files }: PackContent,
  options: LogCheckOptions,
  require: Require,
): void {
  const json = files.get(PACK_FILES.consistency) ?? new Uint8Array();
  const proofs = parseConsistency(requireStrictJson(json, require));
  const { verifyConsistency } = createMerkle(options.crypto.sha256);
  for (const note of new Set(sample.map(({ checkpoint }) => checkpoint))) {
    const other = openListed(note, options);
    require(other.origin === present.origin, "a certificate is in another log");
    const [from, to]: readonly TreeHead[] =
      other.size <= present.size ? [other, present] : [present, other];
    if (from === undefined || to === undefined) continue;
    const proof =
      from.size === to.size
        ? { path: [] }
        : proofs.find((each) => each.from === from.size && each.to === to.size);
    const path = proof?.path.map((hash) => base64.decode(hash)) ?? [];
    require(proof !== undefined &&
      verifyConsistency({ from, to, path }), "a checkpoint is of another history");
  }
}

/** Requires that the checkpoint was the state of the log when the pack was made. */
export function requireFresh(
  sample: readonly SampledCertificate[],
  { size }: Checkpoint,
  witnessedMs: number | undefined,
  { generated_at }: EvidencePredicate,
  require: Require,
): void {
  const madeMs = Date.parse(generated_at);
  require(witnessedMs === undefined ||
    Math.abs(madeMs - witnessedMs) <=
      MAX_WITNESSED_APART_MS, "the witnesses signed it at another time");
  for (const { issuedAt, seq } of sample)
    require(seq <= size ||
      madeMs - Date.parse(issuedAt) <=
        MAX_LOGGING_MS, "it is older than a certificate of the pack");
}
