import { describe, expect, test } from "@jest/globals";
import { newKey } from "../test/key-fixture.ts";
import { refusal } from "../test/refusal.ts";
import { signEd25519, verifyEd25519 } from "./ed25519.ts";
import { loadServiceKeys, parseTrustBundle } from "./trust-bundle.ts";
import type { VerificationCode } from "./verification-error.ts";

const token = newKey("bridge", "service-token", "k1");
const sealing = newKey("sanitiser", "sealing", "k2");
const bundle = (...keys: readonly unknown[]) => JSON.stringify({ version: 1, keys });
const keyFile = (...keys: readonly unknown[]) => JSON.stringify({ service: "bridge", keys });

describe("parseTrustBundle", () => {
  const trust = parseTrustBundle(bundle(token.pin, sealing.pin));

  test("parseTrustBundle returns each key for its service, purpose and id", () => {
    const own = loadServiceKeys(keyFile(token.entry)).signing("service-token");
    const signature = signEd25519(own.key, Buffer.from("m"));
    const key = trust.verifyKey("bridge", "service-token", "k1");
    expect(verifyEd25519(key, Buffer.from("m"), signature)).toBe(true);
    expect(trust.sealingKey("sanitiser").keyId).toBe("k2");
    expect(trust.keys).toEqual([token.pin, sealing.pin]);
  });

  test.each([
    ["another service", "audit", "service-token", "k1"],
    ["another purpose", "bridge", "message", "k1"],
    ["another id", "bridge", "service-token", "k2"],
    ["a sealing key to verify with", "sanitiser", "sealing", "k2"],
    ["an id that spells a path", "bridge", "service-token", "../service-token/k1"],
  ] as const)("verifyKey throws unknown_key for %s", (_what, service, purpose, id) => {
    expect(() => trust.verifyKey(service, purpose, id)).toThrow(refusal("unknown_key"));
  });

  test("sealingKey returns the last of a service's sealing keys", () => {
    const next = newKey("sanitiser", "sealing", "k3");
    expect(parseTrustBundle(bundle(sealing.pin, next.pin)).sealingKey("sanitiser").keyId).toBe(
      "k3",
    );
    expect(parseTrustBundle(bundle(next.pin, sealing.pin)).sealingKey("sanitiser").keyId).toBe(
      "k2",
    );
  });

  test("verifyKey returns each of several signing keys with the same purpose", () => {
    const next = newKey("bridge", "service-token", "k3");
    const both = parseTrustBundle(bundle(token.pin, next.pin));
    for (const id of ["k1", "k3"])
      expect(() => both.verifyKey("bridge", "service-token", id)).not.toThrow();
  });

  test("a retired key is listed in keys, but verifyKey and sealingKey throw unknown_key for it", () => {
    const end = { key_state: "retired", not_after: "2026-01-01T00:00:00Z" };
    const retired = [
      { ...token.pin, ...end },
      { ...sealing.pin, ...end },
    ];
    const both = parseTrustBundle(bundle(...retired));
    expect(both.keys).toEqual(retired);
    expect(() => both.verifyKey("bridge", "service-token", "k1")).toThrow(refusal("unknown_key"));
    expect(() => both.sealingKey("sanitiser")).toThrow(refusal("unknown_key"));
  });

  test("sealingKey throws unknown_key for a service without a sealing key", () => {
    expect(() => trust.sealingKey("bridge")).toThrow(refusal("unknown_key"));
  });

  test.each<[string, string, VerificationCode]>([
    ["no JSON", `{"version": 1, "keys": [SECRET`, "malformed"],
    ["null", "null", "malformed"],
    ["another version", JSON.stringify({ version: 2, keys: [] }), "unsupported_version"],
    ["no list of keys", JSON.stringify({ version: 1, keys: {} }), "malformed"],
    ["a null entry", bundle(null), "unknown_purpose"],
    ["an unknown service", bundle({ ...token.pin, service: "SECRET" }), "unknown_service"],
    ["an unknown purpose", bundle({ ...token.pin, purpose: "SECRET" }), "unknown_purpose"],
    ["an inherited purpose", bundle({ ...token.pin, purpose: "toString" }), "unknown_purpose"],
    [
      "a purpose's wrong algorithm",
      bundle({ ...token.pin, algorithm: "X25519" }),
      "unsupported_algorithm",
    ],
    ["an unknown algorithm", bundle({ ...sealing.pin, algorithm: "RSA" }), "unsupported_algorithm"],
    ["an unknown state", bundle({ ...token.pin, key_state: "SECRET" }), "malformed"],
    ["a retired key without end", bundle({ ...token.pin, key_state: "retired" }), "bad_validity"],
    [
      "an active key with an end",
      bundle({ ...token.pin, not_after: "2026-01-01T00:00:00Z" }),
      "bad_validity",
    ],
    ["a begin that is no time", bundle({ ...token.pin, not_before: "SECRET" }), "malformed"],
    [
      "an end before the begin",
      bundle({
        ...{ ...token.pin, key_state: "retired", not_before: "2026-01-02T00:00:00Z" },
        not_after: "2026-01-01T00:00:00Z",
      }),
      "bad_validity",
    ],
    ["an empty key id", bundle({ ...token.pin, key_id: "" }), "malformed"],
    ["a short key", bundle({ ...token.pin, public_key: "ab" }), "malformed"],
    [
      "digits and a rest",
      bundle({ ...token.pin, public_key: `${"ab".repeat(32)}zz` }),
      "malformed",
    ],
    [
      "a small-order key",
      bundle({ ...token.pin, public_key: `01${"00".repeat(31)}` }),
      "low_order_point",
    ],
    [
      "one id twice",
      bundle(token.pin, { ...newKey("audit", "message").pin, key_id: "k1" }),
      "duplicate_key",
    ],
    [
      "one key twice",
      bundle(token.pin, { ...token.pin, purpose: "message", key_id: "k3" }),
      "duplicate_key",
    ],
  ])(
    "parseTrustBundle throws for a file with %s, and the error contains nothing from it",
    (_what, json, code) => {
      const attempt = () => parseTrustBundle(json);
      expect(attempt).toThrow(refusal(code));
      expect(attempt).not.toThrow("SECRET");
    },
  );
});

describe("loadServiceKeys", () => {
  const own = newKey("bridge", "sealing", "s1");

  test("loadServiceKeys returns signing keys by purpose and opening keys by id", () => {
    const keys = loadServiceKeys(keyFile(token.entry, own.entry));
    expect(keys.service).toBe("bridge");
    expect(keys.signing("service-token").keyId).toBe("k1");
    expect(keys.opening("s1").asymmetricKeyType).toBe("x25519");
    expect(() => keys.signing("manifest")).toThrow(refusal("unknown_key"));
    expect(() => keys.opening("k1")).toThrow(refusal("unknown_key"));
  });

  test("signing returns the last of several signing keys with the same purpose", () => {
    const next = newKey("bridge", "service-token", "k3");
    expect(loadServiceKeys(keyFile(token.entry, next.entry)).signing("service-token").keyId).toBe(
      "k3",
    );
  });

  test("opening also returns older sealing keys, so that boxes sealed to them still open", () => {
    const former = newKey("bridge", "sealing", "s0");
    const keys = loadServiceKeys(keyFile(own.entry, former.entry));
    expect(keys.opening("s0").equals(keys.opening("s1"))).toBe(false);
  });

  test.each<[string, string, VerificationCode]>([
    ["no JSON", `{"private_key": "SECRET"`, "malformed"],
    ["an unknown service", JSON.stringify({ service: "SECRET", keys: [] }), "unknown_service"],
    ["a bad key", keyFile({ ...token.entry, private_key: "SECRET" }), "malformed"],
    [
      "one id twice",
      keyFile(token.entry, { ...newKey("bridge", "service-token").entry, key_id: "k1" }),
      "duplicate_key",
    ],
    [
      "one key for two",
      keyFile(token.entry, { ...token.entry, purpose: "message", key_id: "x" }),
      "duplicate_key",
    ],
  ])(
    "loadServiceKeys throws for a file with %s, and the error contains nothing from it",
    (_what, json, code) => {
      const attempt = () => loadServiceKeys(json);
      expect(attempt).toThrow(refusal(code));
      expect(attempt).not.toThrow("SECRET");
    },
  );

  test("loadServiceKeys throws wrong_owner for the keys of another service", () => {
    expect(() => loadServiceKeys(keyFile(token.entry), "audit")).toThrow(refusal("wrong_owner"));
    expect(loadServiceKeys(keyFile(token.entry), "bridge").service).toBe("bridge");
  });
});
