import { VerificationError } from "./verification-error.ts";

/** The eight points of small order (C2SP/CCTV, ed25519), sign bit clear. OpenSSL accepts them as public keys. */
const SMALL_ORDER_Y: ReadonlySet<string> = new Set([
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0100000000000000000000000000000000000000000000000000000000000000",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
]);

/** @throws VerificationError unless the 32 bytes encode a y below p (RFC 8032, section 5.1.3) not of small order. */
export function requireStrictPoint(key: Uint8Array): void {
  const y = Buffer.from(key);
  y.writeUInt8(y.readUInt8(31) & 0x7f, 31);
  if (isAtLeastP(y))
    throw new VerificationError("malformed", "Ed25519 public key is not canonical");
  if (SMALL_ORDER_Y.has(y.toString("hex")))
    throw new VerificationError("low_order_point", "Ed25519 public key has a small order");
}

function isAtLeastP(y: Buffer): boolean {
  return (
    y.readUInt8(31) === 0x7f &&
    y.subarray(1, 31).every((byte) => byte === 0xff) &&
    y.readUInt8(0) >= 0xed
  );
}
