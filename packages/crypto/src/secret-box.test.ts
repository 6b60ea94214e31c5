import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { refusal } from "../test/refusal.ts";
import { systemRandomBytes } from "./random.ts";
import { deriveKey, openWithKey, sealWithKey } from "./secret-box.ts";

const key = systemRandomBytes(32);

test("deriveKey returns the published key of RFC 5869, test case 3, with an empty salt", () => {
  // The RFC derives 42 bytes. The first 32 of them must be equal.
  const derived = deriveKey(Buffer.alloc(22, 0x0b), "");
  const okm = "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d";
  expect(derived.toString("hex")).toBe(okm);
});

test("deriveKey returns different keys for different purposes", () => {
  expect(deriveKey(key, "a")).not.toEqual(deriveKey(key, "b"));
});

test("a box opens under the same key and context", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.string(), (plaintext, context) => {
      const box = sealWithKey(key, plaintext, context);
      expect(openWithKey(key, box, context)).toEqual(Buffer.from(plaintext));
      expect(box.length).toBe(plaintext.length + 28);
    }),
  );
});

test("sealWithKey uses the bytes of the random source as the nonce", () => {
  const box = sealWithKey(key, Buffer.from("v"), "c", (size) => Buffer.alloc(size, 5));
  expect(box.subarray(0, 12)).toEqual(Buffer.alloc(12, 5));
});

describe("Boxes that openWithKey refuses", () => {
  const box = sealWithKey(key, Buffer.from("value"), "map/job_1");

  test("a box with one changed bit does not open", () => {
    for (const at of box.keys()) {
      const changed = Buffer.from(box);
      changed.writeUInt8(changed.readUInt8(at) ^ 0x80, at);
      expect(() => openWithKey(key, changed, "map/job_1")).toThrow(refusal("decryption_failed"));
    }
  });

  test("a truncated box does not open", () => {
    for (let length = 0; length < box.length; length += 1) {
      const code = length < 28 ? "malformed" : "decryption_failed";
      const cut = box.subarray(0, length);
      expect(() => openWithKey(key, cut, "map/job_1")).toThrow(refusal(code));
    }
  });

  test("a box does not open under another context or key", () => {
    expect(() => openWithKey(key, box, "map/job_2")).toThrow(refusal("decryption_failed"));
    const other = systemRandomBytes(32);
    expect(() => openWithKey(other, box, "map/job_1")).toThrow(refusal("decryption_failed"));
  });
});
