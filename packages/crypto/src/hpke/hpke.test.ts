import { readFileSync } from "node:fs";
import path from "node:path";
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from "@hpke/core";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { refusal } from "../../test/refusal.ts";
import { publicKeyBytes } from "../ed25519.ts";
import { generateX25519Seed, x25519PrivateKey, x25519PublicKey } from "../x25519.ts";
import { openHpke, sealHpke } from "./hpke.ts";

const hex = (digits: string) => Buffer.from(digits, "hex");
const context = { info: Buffer.from("info"), aad: Buffer.from("aad") };
const recipient = x25519PrivateKey(generateX25519Seed());
const recipientPublic = x25519PublicKey(recipient);

test("sealHpke and openHpke reproduce the published vector of RFC 9180 byte for byte", () => {
  const file = path.resolve(import.meta.dirname, "../../test/vectors/rfc9180-base.json");
  const vector = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  const {
    info = "",
    skEm = "",
    skRm = "",
    pkRm = "",
    enc = "",
    aad = "",
    pt = "",
    ct = "",
  } = vector;
  const bound = { info: hex(info), aad: hex(aad) };
  const ephemeral = x25519PrivateKey(hex(skEm));

  const box = sealHpke(x25519PublicKey(hex(pkRm)), hex(pt), { ...bound, ephemeral });

  expect(box.toString("hex")).toBe(enc + ct);
  expect(openHpke(x25519PrivateKey(hex(skRm)), box, bound).toString("hex")).toBe(pt);
});

describe("Interoperability with @hpke/core, an independent implementation", () => {
  const suite = new CipherSuite({
    kem: new DhkemX25519HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes256Gcm(),
  });

  test.each([0, 1, 1000])("@hpke/core opens %i bytes that sealHpke sealed", async (length) => {
    const plaintext = Buffer.alloc(length, 7);
    const box = sealHpke(recipientPublic, plaintext, context);
    const raw = recipient.export({ format: "jwk" });
    const key = await suite.kem.importKey("jwk", raw, false);
    const opener = await suite.createRecipientContext({
      recipientKey: key,
      enc: bytes(box.subarray(0, 32)),
      info: bytes(context.info),
    });
    const opened = await opener.open(bytes(box.subarray(32)), bytes(context.aad));
    expect(Buffer.from(opened)).toEqual(plaintext);
  });

  test.each([0, 1, 1000])("openHpke opens %i bytes that @hpke/core sealed", async (length) => {
    const plaintext = Buffer.alloc(length, 7);
    const raw = bytes(publicKeyBytes(recipientPublic));
    const sender = await suite.createSenderContext({
      recipientPublicKey: await suite.kem.deserializePublicKey(raw),
      info: bytes(context.info),
    });
    const sealed = await sender.seal(bytes(plaintext), bytes(context.aad));
    const box = Buffer.concat([Buffer.from(sender.enc), Buffer.from(sealed)]);
    expect(openHpke(recipient, box, context)).toEqual(plaintext);
  });
});

describe("HPKE boxes", () => {
  test("a box opens to the sealed bytes, and every box is different", () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), fc.uint8Array(), (plaintext, info, aad) => {
        const box = sealHpke(recipientPublic, plaintext, { info, aad });
        expect(openHpke(recipient, box, { info, aad })).toEqual(Buffer.from(plaintext));
        expect(sealHpke(recipientPublic, plaintext, { info, aad })).not.toEqual(box);
      }),
      { numRuns: 30 },
    );
  });

  test("a box with one changed byte does not open", () => {
    const box = sealHpke(recipientPublic, Buffer.from("value"), context);
    for (const at of box.keys()) {
      const changed = Buffer.from(box);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => openHpke(recipient, changed, context)).toThrow(refusal("decryption_failed"));
    }
  });

  test("a truncated box does not open", () => {
    const box = sealHpke(recipientPublic, Buffer.from("value"), context);
    for (let length = 0; length < box.length; length += 1) {
      const code = length < 48 ? "malformed" : "decryption_failed";
      expect(() => openHpke(recipient, box.subarray(0, length), context)).toThrow(refusal(code));
    }
  });

  test.each([
    ["info", { ...context, info: Buffer.from("other") }],
    ["aad", { ...context, aad: Buffer.from("other") }],
    ["info and aad exchanged", { info: context.aad, aad: context.info }],
  ])("a box does not open under another %s", (_what, other) => {
    const box = sealHpke(recipientPublic, Buffer.from("value"), context);
    expect(() => openHpke(recipient, box, other)).toThrow(refusal("decryption_failed"));
  });

  test("a box does not open with another key", () => {
    const box = sealHpke(recipientPublic, Buffer.from("value"), context);
    const other = x25519PrivateKey(generateX25519Seed());
    expect(() => openHpke(other, box, context)).toThrow(refusal("decryption_failed"));
  });
});

// Points whose shared secret is zero for every private key (RFC 7748, section 6.1).
describe.each([
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0100000000000000000000000000000000000000000000000000000000000000",
  "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
  "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
])("the X25519 point of small order %s", (point) => {
  test("sealHpke refuses a point of small order as the recipient", () => {
    const key = x25519PublicKey(hex(point));
    expect(() => sealHpke(key, Buffer.from("value"), context)).toThrow(refusal("low_order_point"));
  });

  test("openHpke refuses a point of small order as the encapsulated key", () => {
    const box = Buffer.concat([hex(point), Buffer.alloc(32)]);
    expect(() => openHpke(recipient, box, context)).toThrow(refusal("low_order_point"));
  });
});

test.each([0, 31, 33])("an X25519 key of %i bytes is refused", (length) => {
  expect(() => x25519PublicKey(Buffer.alloc(length))).toThrow(refusal("malformed"));
  expect(() => x25519PrivateKey(Buffer.alloc(length))).toThrow(TypeError);
});

function bytes(buffer: Uint8Array): ArrayBuffer {
  return new Uint8Array(buffer).buffer;
}
