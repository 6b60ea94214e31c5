/**
 * Why data that came in was refused. A closed set: callers switch on it, and never read the message.
 * `malformed`: not JSON, or a field of another form. `wrong_kind`: a job where a result belongs, or the other way
 * round. `wrong_owner`: another service's key file. `duplicate_key`: a key, a key id or a purpose that stands there
 * twice. `low_order_point`: a public key with which any two parties agree. `decryption_failed`: key, binding or a
 * byte of the box is another than at sealing. `not_yet_valid`: of a time that has not come.
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
  | "bad_signature"
  | "decryption_failed"
  | "not_yet_valid";

/** Data that came in is not what it claims to be. The message names the check, never what the data hold. */
export class VerificationError extends Error {
  override readonly name = "VerificationError";
  readonly code: VerificationCode;

  constructor(code: VerificationCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** @throws VerificationError `malformed` unless every field of `message` is text. */
export function requireTexts(what: string, message: object): void {
  if (!Object.values(message).every((value) => typeof value === "string"))
    throw new VerificationError("malformed", `${what}: a field is not text`);
}

/** Runs a step of a check; what it throws, such as an exception of OpenSSL's or of a parser's, becomes the cause. */
export function verifying<T>(code: VerificationCode, message: string, step: () => T): T {
  try {
    return step();
  } catch (cause) {
    throw new VerificationError(code, message, { cause });
  }
}
