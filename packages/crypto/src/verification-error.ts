/**
 * The codes of a VerificationError. Callers switch on the code and never read the message.
 *
 * - `wrong_kind`: the message is a job where a result is expected, or the reverse.
 * - `low_order_point`: with this public key, everyone knows the shared secret.
 * - `not_yet_valid`: the date is in the future.
 * - `not_a_successor`: a key manifest does not follow the previous one.
 * - `wrong_origin`: the checkpoint is from another log.
 */
export type VerificationCode =
  | "malformed"
  | "unsupported_version"
  | "unsupported_algorithm"
  | "unknown_service"
  | "unknown_purpose"
  | "unknown_key"
  | "duplicate_key"
  | "low_order_point"
  | "wrong_kind"
  | "wrong_sender"
  | "wrong_receiver"
  | "wrong_owner"
  | "wrong_origin"
  | "bad_signature"
  | "decryption_failed"
  | "not_yet_valid"
  | "bad_validity"
  | "not_a_successor"
  | CertificateDefect
  | EvidenceDefect;

/**
 * The codes for certificates, one for each step of the verifier (`packages/veil`), in addition to
 * `malformed`, `unsupported_version` and `bad_signature`. The last two codes are about openings.
 */
type CertificateDefect =
  | "bad_schema"
  | "untrusted_manifest"
  | "wrong_manifest"
  | "wrong_log_entry"
  | "bad_checkpoint"
  | "not_in_log"
  | "not_witnessed"
  | "key_not_valid"
  | "wrong_components"
  | "joined_legs"
  | "not_in_batch"
  | "bad_claim_signature"
  | "wrong_time"
  | "foreign_class"
  | "edge_mismatch"
  | "token_mismatch"
  | "context_mismatch"
  | "response_mismatch"
  | "unproven_isolation"
  | "stale_probe"
  | "wrong_opening"
  | "wrong_answer";

/**
 * The codes for evidence packs, one for each step of the verifier (`packages/veil`), in addition to
 * codes for certificates.
 */
type EvidenceDefect =
  | "bad_archive"
  | "unsafe_name"
  | "duplicate_entry"
  | "huge_entry"
  | "no_index"
  | "bad_envelope"
  | "bad_statement"
  | "missing_file"
  | "extra_file"
  | "changed_file"
  | "bad_list"
  | "wrong_sample"
  | "bad_certificate"
  | "forked_log"
  | "stale_checkpoint"
  | "wrong_posture"
  | "wrong_assessment"
  | "wrong_catalog"
  | "wrong_release"
  | "wrong_document"
  | "wrong_key_history";

/** An error of verification or decryption. Its message contains no data. */
export class VerificationError extends Error {
  override readonly name = "VerificationError";
  readonly code: VerificationCode;

  constructor(code: VerificationCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export function requireTexts(what: string, message: object): void {
  if (!Object.values(message).every((value) => typeof value === "string"))
    throw new VerificationError("malformed", `${what}: a field is not a string`);
}

export function verifying<T>(code: VerificationCode, message: string, step: () => T): T {
  try {
    return step();
  } catch (cause) {
    throw new VerificationError(code, message, { cause });
  }
}
