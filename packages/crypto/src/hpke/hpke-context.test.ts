import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from "@hpke/core";
import { expect, test } from "@jest/globals";
import { refusal } from "../../test/refusal.ts";
import { generateX25519Seed, x25519PrivateKey, x25519PublicKey } from "../x25519.ts";
import { recipientContextKey, senderContext } from "./hpke-context.ts";

const recipient = x25519PrivateKey(generateX25519Seed());
const recipientPublic = x25519PublicKey(recipient);
const info = Buffer.from("info");
const suite = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
});
const exporterContext = bytes(Buffer.from("veil/message-key/v1"));

test("senderContext returns the key that @hpke/core exports as the recipient", async () => {
  const { enc, key } = senderContext(recipientPublic, info);
  const recipientKey = await suite.kem.importKey("jwk", recipient.export({ format: "jwk" }), false);
  const context = await suite.createRecipientContext({
    ...{ recipientKey, enc: bytes(enc), info: bytes(info) },
  });
  expect(Buffer.from(await context.export(exporterContext, 32))).toEqual(key);
});

test("recipientContextKey returns the key that @hpke/core exports as the sender", async () => {
  const recipientPublicKey = await suite.kem.importKey(
    "jwk",
    recipientPublic.export({ format: "jwk" }),
    true,
  );
  const sender = await suite.createSenderContext({ recipientPublicKey, info: bytes(info) });
  const key = recipientContextKey(recipient, new Uint8Array(sender.enc), info);
  expect(key).toEqual(Buffer.from(await sender.export(exporterContext, 32)));
});

test("keys differ between contexts, and between values of info", () => {
  const [a, b] = [senderContext(recipientPublic, info), senderContext(recipientPublic, info)];
  expect(a.key).not.toEqual(b.key);
  expect(recipientContextKey(recipient, a.enc, info)).toEqual(a.key);
  expect(recipientContextKey(recipient, a.enc, Buffer.from("other"))).not.toEqual(a.key);
});

test("senderContext and recipientContextKey refuse a point of small order", () => {
  const zero = Buffer.alloc(32);
  expect(() => recipientContextKey(recipient, zero, info)).toThrow(refusal("low_order_point"));
  expect(() => senderContext(x25519PublicKey(zero), info)).toThrow(refusal("low_order_point"));
});

function bytes(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer);
}
