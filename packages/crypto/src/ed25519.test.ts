import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { refusal } from "../test/refusal.ts";
import {
  ed25519PrivateKey,
  ed25519PublicKey,
  generateEd25519Seed,
  publicKeyBytes,
  signEd25519,
  verifyEd25519,
} from "./ed25519.ts";
import { requireOnCurve } from "./ed25519-point.ts";
import { verifyEd25519Portable } from "./ed25519-portable.ts";
import { VerificationError } from "./verification-error.ts";

interface Wycheproof {
  readonly tcId: number;
  readonly comment: string;
  readonly key: string;
  readonly msg: string;
  readonly sig: string;
  readonly result: "valid" | "invalid";
}

interface Cctv {
  readonly number: number;
  readonly key: string;
  readonly sig: string;
  readonly msg: string;
  readonly flags: readonly string[];
}

interface Rfc8032 {
  readonly seed: string;
  readonly public_key: string;
  readonly message: string;
  readonly signature: string;
}

const hex = (digits: string) => Buffer.from(digits, "hex");

function vectors<T>(file: string): readonly T[] {
  const folder = path.resolve(import.meta.dirname, "../test/vectors");
  return JSON.parse(readFileSync(path.join(folder, file), "utf8"));
}

const IMPLEMENTATIONS = {
  "node:crypto": (key: Buffer, message: Uint8Array, signature: Buffer) =>
    verifyEd25519(ed25519PublicKey(key), message, signature),
  tweetnacl: verifyEd25519Portable,
};

/** Returns the result of both implementations, which must be equal. */
function verifies(key: string, message: Uint8Array, signature: string): boolean {
  const [first, second] = Object.values(IMPLEMENTATIONS).map((verify) => {
    try {
      return verify(hex(key), message, hex(signature));
    } catch (error) {
      if (error instanceof VerificationError) return false;
      throw error;
    }
  });
  expect(second).toBe(first);
  return first === true;
}

describe("Ed25519 with published vectors", () => {
  test.each(vectors<Rfc8032>("rfc8032-ed25519.json"))(
    "signing and verification reproduce the vector of RFC 8032, 7.1 with the public key $public_key",
    (vector) => {
      const key = ed25519PrivateKey(hex(vector.seed));
      expect(publicKeyBytes(key).toString("hex")).toBe(vector.public_key);
      expect(signEd25519(key, hex(vector.message)).toString("hex")).toBe(vector.signature);
      expect(verifies(vector.public_key, hex(vector.message), vector.signature)).toBe(true);
    },
  );

  test.each(vectors<Wycheproof>("wycheproof-ed25519.json"))(
    "the result of Wycheproof test $tcId is $result ($comment)",
    ({ key, msg, sig, result }) => {
      expect(verifies(key, hex(msg), sig)).toBe(result === "valid");
    },
  );

  test.each(
    vectors<Cctv>("cctv-ed25519.json").filter(({ flags }) => flags.includes("low_order_A")),
  )(
    "verification refuses CCTV vector $number, whose public key has a small order",
    ({ key, msg, sig }) => {
      for (const verify of Object.values(IMPLEMENTATIONS))
        expect(() => verify(hex(key), Buffer.from(msg), hex(sig))).toThrow(
          expect.objectContaining({ code: expect.stringMatching(/^(low_order_point|malformed)$/) }),
        );
    },
  );

  test("verification accepts exactly the CCTV vectors without points of small order and without non-canonical encodings", () => {
    const taken = vectors<Cctv>("cctv-ed25519.json").filter(({ key, msg, sig }) =>
      verifies(key, Buffer.from(msg), sig),
    );
    const refused = /^(low_order_[AR]|low_order_residue|non_canonical_[AR])$/;
    const expected = vectors<Cctv>("cctv-ed25519.json").filter(
      ({ flags }) => !flags.some((flag) => refused.test(flag)),
    );
    expect(taken).toEqual(expected);
  });

  test.each(
    vectors<Cctv>("cctv-ed25519.json").filter(({ flags }) => flags.includes("non_canonical_R")),
  )(
    "verification refuses CCTV vector $number, whose signature has a non-canonical R",
    ({ key, msg, sig }) => {
      expect(verifies(key, Buffer.from(msg), sig)).toBe(false);
    },
  );
});

describe("Ed25519 public keys", () => {
  test.each(["ed", "ee", "f3", "ff"])(
    "a public key with a y at or above p (lowest byte %s) is refused",
    (low) => {
      for (const high of ["7f", "ff"])
        expect(() => ed25519PublicKey(hex(`${low}${"ff".repeat(30)}${high}`))).toThrow(
          refusal("malformed"),
        );
    },
  );

  test.each([0, 31, 33, 64])("an Ed25519 key of %i bytes is refused", (length) => {
    expect(() => ed25519PublicKey(Buffer.alloc(length, 7))).toThrow(refusal("malformed"));
    expect(() => ed25519PrivateKey(Buffer.alloc(length, 7))).toThrow(TypeError);
  });

  test("ed25519PublicKey returns the same key for raw bytes and for the private key", () => {
    const key = ed25519PrivateKey(generateEd25519Seed());
    expect(ed25519PublicKey(publicKeyBytes(key)).equals(ed25519PublicKey(key))).toBe(true);
  });
});

describe("Ed25519 signatures", () => {
  const key = ed25519PrivateKey(generateEd25519Seed());
  const publicKey = ed25519PublicKey(key);
  const publicKeyHex = publicKeyBytes(publicKey).toString("hex");

  test("any signed message verifies, but not after a change of one bit in message or signature", () => {
    const signed = fc.uint8Array({ minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(signed, fc.nat(), fc.nat(), (message, messageBit, signatureBit) => {
        const signature = signEd25519(key, message);
        const sig = signature.toString("hex");
        expect(verifies(publicKeyHex, message, sig)).toBe(true);
        expect(verifies(publicKeyHex, flip(message, messageBit), sig)).toBe(false);
        expect(verifies(publicKeyHex, message, flip(signature, signatureBit).toString("hex"))).toBe(
          false,
        );
      }),
      // Only 30 runs, because tweetnacl takes a hundred times as long as node:crypto.
      { numRuns: 30 },
    );
  });

  test("a signature that is not 64 bytes long does not verify, and causes no exception", () => {
    const signature = signEd25519(key, Buffer.from("m"));
    for (const wrong of [signature.subarray(1), Buffer.concat([signature, Buffer.of(0)])])
      expect(verifies(publicKeyHex, Buffer.from("m"), wrong.toString("hex"))).toBe(false);
  });
});

function flip(bytes: Uint8Array, bit: number): Buffer {
  const copy = Buffer.from(bytes);
  const at = Math.floor(bit / 8) % copy.length;
  copy.writeUInt8(copy.readUInt8(at) ^ (1 << (bit % 8)), at);
  return copy;
}

describe("requireOnCurve", () => {
  const withSign = (key: Buffer) =>
    Buffer.from(key.map((byte, at) => (at === 31 ? byte | 0x80 : byte)));
  const ofY = (y: number) => hex(y.toString(16).padStart(2, "0").padEnd(64, "0"));

  test("requireOnCurve accepts the public keys of private keys, with either sign bit", () => {
    for (let count = 0; count < 20; count++) {
      const key = publicKeyBytes(ed25519PublicKey(ed25519PrivateKey(generateEd25519Seed())));
      for (const each of [key, withSign(key)]) expect(() => requireOnCurve(each)).not.toThrow();
    }
  });

  // The curve has an x for five of the y from 2 to 9. Another program computed them.
  test.each([
    [2, false],
    [3, true],
    [4, true],
    [5, true],
    [6, true],
    [7, false],
    [8, false],
    [9, true],
  ])("whether requireOnCurve accepts a key with y = %i: %p", (y, isOne) => {
    for (const key of [ofY(y), withSign(ofY(y))])
      if (isOne) expect(() => requireOnCurve(key)).not.toThrow();
      else expect(() => requireOnCurve(key)).toThrow(refusal("malformed"));
  });

  test("requireOnCurve refuses a point of small order", () => {
    expect(() => requireOnCurve(ofY(1))).toThrow(refusal("low_order_point"));
  });
});
