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

function verifies(key: string, message: Uint8Array, signature: string): boolean {
  try {
    return verifyEd25519(ed25519PublicKey(hex(key)), message, hex(signature));
  } catch (error) {
    if (error instanceof VerificationError) return false;
    throw error;
  }
}

describe("published vectors", () => {
  test.each(vectors<Rfc8032>("rfc8032-ed25519.json"))("RFC 8032, 7.1: $public_key", (vector) => {
    const key = ed25519PrivateKey(hex(vector.seed));
    expect(publicKeyBytes(key).toString("hex")).toBe(vector.public_key);
    expect(signEd25519(key, hex(vector.message)).toString("hex")).toBe(vector.signature);
    expect(verifies(vector.public_key, hex(vector.message), vector.signature)).toBe(true);
  });

  test.each(vectors<Wycheproof>("wycheproof-ed25519.json"))(
    "Wycheproof $tcId is $result ($comment)",
    ({ key, msg, sig, result }) => {
      expect(verifies(key, hex(msg), sig)).toBe(result === "valid");
    },
  );

  test.each(
    vectors<Cctv>("cctv-ed25519.json").filter(({ flags }) => flags.includes("low_order_A")),
  )("CCTV $number: a public key of small order is refused", ({ key }) => {
    expect(() => ed25519PublicKey(hex(key))).toThrow(VerificationError);
  });

  test.each(
    vectors<Cctv>("cctv-ed25519.json").filter(({ flags }) => flags.includes("non_canonical_R")),
  )("CCTV $number: a signature with a non-canonical R is refused", ({ key, msg, sig }) => {
    expect(verifies(key, Buffer.from(msg), sig)).toBe(false);
  });
});

describe("public keys", () => {
  test.each(["ed", "ee", "f3", "ff"])(
    "an encoding at or above p (lowest byte %s) is refused",
    (low) => {
      for (const high of ["7f", "ff"])
        expect(() => ed25519PublicKey(hex(`${low}${"ff".repeat(30)}${high}`))).toThrow(
          refusal("malformed"),
        );
    },
  );

  test.each([0, 31, 33, 64])("a key of %i bytes is refused", (length) => {
    expect(() => ed25519PublicKey(Buffer.alloc(length, 7))).toThrow(refusal("malformed"));
    expect(() => ed25519PrivateKey(Buffer.alloc(length, 7))).toThrow(TypeError);
  });

  test("the raw bytes and the private key give the same public key", () => {
    const key = ed25519PrivateKey(generateEd25519Seed());
    expect(ed25519PublicKey(publicKeyBytes(key)).equals(ed25519PublicKey(key))).toBe(true);
  });
});

describe("signatures", () => {
  const key = ed25519PrivateKey(generateEd25519Seed());
  const publicKey = ed25519PublicKey(key);

  test("Whatever is signed verifies; one changed bit anywhere does not", () => {
    const signed = fc.uint8Array({ minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(signed, fc.nat(), fc.nat(), (message, messageBit, signatureBit) => {
        const signature = signEd25519(key, message);
        expect(verifyEd25519(publicKey, message, signature)).toBe(true);
        expect(verifyEd25519(publicKey, flip(message, messageBit), signature)).toBe(false);
        expect(verifyEd25519(publicKey, message, flip(signature, signatureBit))).toBe(false);
      }),
    );
  });

  test("a signature of another length is refused without an exception", () => {
    const signature = signEd25519(key, Buffer.from("m"));
    for (const wrong of [signature.subarray(1), Buffer.concat([signature, Buffer.of(0)])])
      expect(verifyEd25519(publicKey, Buffer.from("m"), wrong)).toBe(false);
  });
});

function flip(bytes: Uint8Array, bit: number): Buffer {
  const copy = Buffer.from(bytes);
  const at = Math.floor(bit / 8) % copy.length;
  copy.writeUInt8(copy.readUInt8(at) ^ (1 << (bit % 8)), at);
  return copy;
}
