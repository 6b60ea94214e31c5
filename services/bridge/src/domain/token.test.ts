import { createDecipheriv, randomBytes } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { systemRandomBytes } from "@veil/crypto";
import fc from "fast-check";
import type { TokenKey } from "../ports.ts";
import { makeToken } from "./token.ts";

const key: TokenKey = { id: randomBytes(8), secret: randomBytes(32), createdAtMs: 0 };
const make = (customerId: string) => makeToken(key, customerId, systemRandomBytes);

/** Decrypts a token without the bridge's code. */
function readToken(token: string): string {
  const bytes = Buffer.from(token, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key.secret, bytes.subarray(9, 21))
    .setAAD(bytes.subarray(0, 9))
    .setAuthTag(bytes.subarray(-16));
  const plaintext = Buffer.concat([decipher.update(bytes.subarray(21, -16)), decipher.final()]);
  return plaintext.subarray(1, 1 + plaintext.readUInt8()).toString();
}

const customerIds = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 128 })
  .filter((id) => Buffer.byteLength(id) <= 128);

describe("A token", () => {
  test("A token contains the customer id, encrypted with the given key", () => {
    fc.assert(
      fc.property(customerIds, (customerId) => {
        expect(readToken(make(customerId))).toBe(customerId);
      }),
    );
  });

  test("A token has the same length and alphabet for every customer", () => {
    fc.assert(
      fc.property(customerIds, (customerId) => {
        expect(make(customerId)).toMatch(/^[A-Za-z0-9_-]{222}$/);
      }),
    );
  });

  test("Two tokens of one customer share only the version and the key id", () => {
    const tokens = Array.from({ length: 200 }, () => Buffer.from(make("cus_1"), "base64url"));
    const rests = tokens.map((bytes) => bytes.subarray(9));
    expect(new Set(rests.map((rest) => rest.subarray(0, 12).toString("hex"))).size).toBe(200);
    expect(new Set(rests.map((rest) => rest.subarray(12).toString("hex"))).size).toBe(200);
    for (const bytes of tokens)
      expect(bytes.subarray(0, 9)).toEqual(Buffer.concat([Buffer.of(1), key.id]));
  });

  test("A token cannot be decrypted after any byte of it was changed", () => {
    const bytes = Buffer.from(make("cus_1"), "base64url");
    for (const at of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => readToken(changed.toString("base64url"))).toThrow();
    }
  });

  test("A token is not made when the customer id is longer than 128 bytes", () => {
    expect(() => make("ü".repeat(65))).toThrow(expect.objectContaining({ code: "invalid_field" }));
    expect(readToken(make("ü".repeat(64)))).toBe("ü".repeat(64));
  });
});
