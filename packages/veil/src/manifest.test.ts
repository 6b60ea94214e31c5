import { describe, expect, test } from "@jest/globals";
import type { ManifestContent, VeilKeysManifest } from "@veil/contracts/signer";
import {
  ed25519PrivateKey,
  ed25519PublicKey,
  generateEd25519Seed,
  type VerificationCode,
} from "@veil/crypto";
import fc from "fast-check";
import { signManifest, verifyDevelopmentManifest } from "./manifest.ts";

const key = ed25519PrivateKey(generateEd25519Seed());
const pinned = { keyId: "m1", key: ed25519PublicKey(key) };
const content: ManifestContent = {
  issuer: "veil",
  version: 1,
  supported_protocol_versions: [1],
  keys: [
    {
      service_id: "edge-gateway",
      key_id: "k1",
      public_key: "ab".repeat(32),
      purpose: "message",
      algorithm: "Ed25519",
      key_state: "active",
    },
  ],
  signed_at: "2026-01-01T00:00:00Z",
};
const manifest = signManifest(content, { keyId: "m1", key });
const served: VeilKeysManifest = { ...manifest, served_at: "2026-01-02T00:00:00Z" };
const refusal = (code: VerificationCode) =>
  expect.objectContaining({ name: "VerificationError", code });
const changed = (change: object) => () =>
  verifyDevelopmentManifest({ ...served, ...change } as VeilKeysManifest, pinned);

describe("Development manifests that verify", () => {
  test("a signed manifest verifies with any served_at and any order of its members", () => {
    verifyDevelopmentManifest(manifest, pinned);
    fc.assert(
      fc.property(
        fc.shuffledSubarray(Object.keys(served), { minLength: 9 }),
        fc.string(),
        (order, at) => {
          const value = { ...served, served_at: at } as Record<string, unknown>;
          const reordered = Object.fromEntries(order.map((name) => [name, value[name]]));
          verifyDevelopmentManifest(reordered as VeilKeysManifest, pinned);
        },
      ),
    );
  });

  // @spec KEYS-9 KEYS-11
  test("a manifest verifies with the documented recipe, step by step", () => {
    const signed = `{"issuer":"veil","keys":[{"algorithm":"Ed25519","key_id":"k1","key_state":"active","public_key":"${"ab".repeat(32)}","purpose":"message","service_id":"edge-gateway"}],"signed_at":"2026-01-01T00:00:00Z","supported_protocol_versions":[1],"version":1}`;
    const bytes = Buffer.from(signed);
    const { verify } = process.getBuiltinModule("node:crypto");
    expect(verify(null, bytes, pinned.key, Buffer.from(manifest.signature, "hex"))).toBe(true);
  });
});

describe("Development manifests that are refused", () => {
  test.each<[string, object]>([
    ["issuer", { issuer: "mallory" }],
    ["version", { version: 2 }],
    ["protocol versions", { supported_protocol_versions: [1, 2] }],
    ["signing time", { signed_at: "2026-01-01T00:00:01Z" }],
    ["keys", { keys: [] }],
    ["one key", { keys: [{ ...content.keys[0], public_key: "cd".repeat(32) }] }],
    ["one key's state", { keys: [{ ...content.keys[0], key_state: "retired" }] }],
    ["unknown members", { extra: 1 }],
  ])("a manifest is refused when its %s changed", (_what, change) => {
    expect(changed(change)).toThrow(refusal("bad_signature"));
  });

  test.each<[string, object, VerificationCode]>([
    ["the algorithm is unknown", { signing_algorithm: "none" }, "unsupported_algorithm"],
    ["the key id is wrong", { signing_key_id: "m2" }, "unknown_key"],
    ["the signature is too short", { signature: manifest.signature.slice(2) }, "malformed"],
    ["the signature is too long", { signature: `${manifest.signature}00` }, "malformed"],
    ["the signature is missing", { signature: undefined }, "malformed"],
    ["it contains a lone surrogate", { issuer: "\ud800" }, "malformed"],
    ["it has the form of a production manifest", { signatures: {} }, "unsupported_version"],
  ])("a manifest is refused when %s", (_when, change, code) => {
    expect(changed(change)).toThrow(refusal(code));
  });

  test("a manifest is refused when another key with the same id signed it", () => {
    const other = ed25519PrivateKey(generateEd25519Seed());
    const forged = signManifest(content, { keyId: "m1", key: other });
    expect(() => verifyDevelopmentManifest(forged, pinned)).toThrow(refusal("bad_signature"));
  });
});
