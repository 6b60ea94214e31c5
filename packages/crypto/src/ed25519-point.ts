import { VerificationError } from "./verification-error.ts";

const KEY_BYTES = 32;

/** The eight points of small order (C2SP/CCTV, ed25519), sign bit clear. OpenSSL accepts them as public keys. */
const SMALL_ORDER_Y: ReadonlySet<string> = new Set([
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0100000000000000000000000000000000000000000000000000000000000000",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
]);

/** @throws VerificationError unless they are 32 bytes, and encode a y below p (RFC 8032, section 5.1.3) not of small order. */
export function requireStrictPoint(key: Uint8Array): void {
  if (key.length !== KEY_BYTES)
    throw new VerificationError("malformed", "Ed25519 public key has not 32 bytes");
  const y = withoutSign(key);
  if (isAtLeastP(y))
    throw new VerificationError("malformed", "Ed25519 public key is not canonical");
  if (SMALL_ORDER_Y.has(hex(y)))
    throw new VerificationError("low_order_point", "Ed25519 public key has a small order");
}

/**
 * Whether 64 bytes begin with a point R of small order, which no signer draws. OpenSSL refuses it from 3.5 on: a signature
 * must not be valid for one of our processes and invalid for another.
 */
export function hasSmallOrderR(signature: Uint8Array): boolean {
  return SMALL_ORDER_Y.has(hex(withoutSign(signature.subarray(0, KEY_BYTES))));
}

function withoutSign(point: Uint8Array): Uint8Array {
  const y = Uint8Array.from(point);
  y[KEY_BYTES - 1] = (y[KEY_BYTES - 1] ?? 0) & 0x7f;
  return y;
}

function isAtLeastP(y: Uint8Array): boolean {
  return y[31] === 0x7f && y.subarray(1, 31).every((byte) => byte === 0xff) && (y[0] ?? 0) >= 0xed;
}

/** Without Buffer, which browsers do not have. */
function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
