import { VerificationError } from "./verification-error.ts";

const KEY_BYTES = 32;

/**
 * The encodings of the eight points of small order (C2SP/CCTV, ed25519), with the sign bit cleared.
 * OpenSSL accepts them as public keys.
 */
const SMALL_ORDER_Y: readonly Uint8Array[] = [
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0100000000000000000000000000000000000000000000000000000000000000",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
].map(fromHex);

/**
 * Checks the encoding of a public key.
 * @throws VerificationError unless the 32 bytes encode a y below p (RFC 8032, section 5.1.3) of a
 * point that does not have a small order
 */
export function requireStrictPoint(key: Uint8Array): void {
  if (key.length !== KEY_BYTES)
    throw new VerificationError("malformed", "Ed25519 public key has not 32 bytes");
  if (isAtLeastP(key))
    throw new VerificationError("malformed", "Ed25519 public key is not canonical");
  if (hasSmallOrder(key))
    throw new VerificationError("low_order_point", "Ed25519 public key has a small order");
}

/** The field's prime, and d of the curve -x^2 + y^2 = 1 + d x^2 y^2 (RFC 8032, section 5.1). */
const P = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/**
 * Checks that a public key is a point of the curve. OpenSSL also accepts a y for which the curve
 * has no x. Use this check for keys that a person vouches for. It takes longer than a signature, so
 * code that only verifies signatures omits it; no signature is valid for such a key anyway.
 * @throws VerificationError like `requireStrictPoint`, and `malformed` for a y without a point on
 * the curve
 */
export function requireOnCurve(key: Uint8Array): void {
  requireStrictPoint(key);
  const y = key.reduceRight((sum, _byte, at) => sum * 256n + BigInt(withoutSign(key, at) ?? 0), 0n);
  const square = y * y;
  // x^2 = (y^2 - 1) / (d y^2 + 1) has a solution if numerator times denominator has a square root
  // (section 5.1.3, Euler's criterion).
  const product = ((square - 1n) * (D * square + 1n)) % P;
  if (power(product, (P - 1n) / 2n) === P - 1n)
    throw new VerificationError("malformed", "Ed25519 public key is not a point of the curve");
}

/** Returns the power modulo P. */
function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let [square, rest] = [base, exponent]; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}

/**
 * Returns whether a signature of 64 bytes begins with a point R of small order, which no signer
 * produces. OpenSSL refuses such a signature only since 3.5, so without this check, a signature
 * could be valid in one of our processes and invalid in another.
 */
export function hasSmallOrderR(signature: Uint8Array): boolean {
  return hasSmallOrder(signature);
}

/** Returns whether the first 32 bytes encode a point of small order, with either sign bit. */
function hasSmallOrder(bytes: Uint8Array): boolean {
  return SMALL_ORDER_Y.some((y) => y.every((byte, at) => byte === withoutSign(bytes, at)));
}

function withoutSign(point: Uint8Array, at: number): number | undefined {
  const byte = point[at];
  return at === KEY_BYTES - 1 && byte !== undefined ? byte & 0x7f : byte;
}

function isAtLeastP(key: Uint8Array): boolean {
  return (
    withoutSign(key, 31) === 0x7f &&
    key.subarray(1, 31).every((byte) => byte === 0xff) &&
    (key[0] ?? 0) >= 0xed
  );
}

/** Does not use Buffer, because browsers do not have it. */
function fromHex(hex: string): Uint8Array {
  return Uint8Array.from({ length: KEY_BYTES }, (_, at) =>
    Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16),
  );
}
