import { VerificationError } from "./verification-error.ts";

const KEY_BYTES = 32;

/** The eight points of small order (C2SP/CCTV, ed25519), sign bit clear. OpenSSL accepts them as public keys. */
const SMALL_ORDER_Y: readonly Uint8Array[] = [
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0100000000000000000000000000000000000000000000000000000000000000",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
].map(fromHex);

/**
 * @throws VerificationError unless the 32 bytes encode a y below p (RFC 8032, section 5.1.3) not of
 * small order.
 */
export function requireStrictPoint(key: Uint8Array): void {
  if (key.length !== KEY_BYTES)
    throw new VerificationError("malformed", "Ed25519 public key has not 32 bytes");
  if (isAtLeastP(key))
    throw new VerificationError("malformed", "Ed25519 public key is not canonical");
  if (hasSmallOrder(key))
    throw new VerificationError("low_order_point", "Ed25519 public key has a small order");
}

/** RFC 8032, section 5.1: the field's prime, and d of the curve -x^2 + y^2 = 1 + d x^2 y^2. */
const P = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/**
 * Checks keys that a person vouches for: a y for which the curve has no x is no point's public key,
 * but OpenSSL accepts it. The check costs more than a signature, so code that only verifies omits
 * it: no signature is valid for such a key.
 * @throws VerificationError as `requireStrictPoint`, and `malformed` for a y that is on no point of
 * the curve
 */
export function requireOnCurve(key: Uint8Array): void {
  requireStrictPoint(key);
  const y = key.reduceRight((sum, _byte, at) => sum * 256n + BigInt(withoutSign(key, at) ?? 0), 0n);
  const square = y * y;
  // x^2 = (y^2 - 1) / (d y^2 + 1) has a root when numerator times denominator has one (section 5.1.3, Euler's criterion).
  const product = ((square - 1n) * (D * square + 1n)) % P;
  if (power(product, (P - 1n) / 2n) === P - 1n)
    throw new VerificationError("malformed", "Ed25519 public key is not a point of the curve");
}

/** Computes the power modulo P. */
function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let [square, rest] = [base, exponent]; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}

/**
 * Returns whether 64 bytes begin with a point R of small order, which no signer draws. OpenSSL
 * refuses it from 3.5 on: a signature must not be valid for one of our processes and invalid for
 * another.
 */
export function hasSmallOrderR(signature: Uint8Array): boolean {
  return hasSmallOrder(signature);
}

/** Checks the point in the first 32 bytes, for either sign bit. */
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

/** Does not use Buffer, which browsers do not have. */
function fromHex(hex: string): Uint8Array {
  return Uint8Array.from({ length: KEY_BYTES }, (_, at) =>
    Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16),
  );
}
