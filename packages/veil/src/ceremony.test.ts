import { describe, expect, test } from "@jest/globals";
import type { ManifestContent, ManifestDraft, WitnessedManifest } from "@veil/contracts/signer";
import {
  canonicalJson,
  type JsonValue,
  systemRandomBytes,
  type VerificationCode,
} from "@veil/crypto";
import { verifyEd25519Portable } from "@veil/crypto/portable";
import { createCeremonyKey, pinText, readCeremonyKey, readPin } from "./ceremony-key.ts";
import { createKeySet } from "./key-set.ts";
import { manifestKeyOf } from "./manifest.ts";
import { manifestHash } from "./manifest-bytes.ts";
import { type ManifestOrder, nextManifest } from "./next-manifest.ts";
import type { CeremonyRole } from "./roles.ts";
import { cosignManifest, draftManifest, verifyWitnessedManifest } from "./witnessed-manifest.ts";

const FIRST_MS = Date.parse("2026-01-01T00:00:00Z");
const DAY_MS = 24 * 60 * 60 * 1000;

const refusal = (code: VerificationCode) =>
  expect.objectContaining({ name: "VerificationError", code });

const newRole = (role: CeremonyRole) =>
  readCeremonyKey(JSON.stringify(createCeremonyKey(role, systemRandomBytes)), role);
const gateway = newRole("gateway");
const witness = newRole("witness");
const pins = { gateway: manifestKeyOf(gateway), witness: manifestKeyOf(witness) };

function orderOf(change: Partial<ManifestOrder> = {}): ManifestOrder {
  return {
    issuer: "veil",
    roles: pins,
    services: createKeySet(systemRandomBytes).trust.keys,
    nowMs: FIRST_MS,
    ...change,
  };
}

const known = { gateway: pins.gateway, previous: undefined, nowMs: FIRST_MS };
const ceremony = (order: ManifestOrder, previous?: ManifestContent): WitnessedManifest =>
  cosignManifest(draftManifest(nextManifest(order), gateway), witness, {
    ...{ gateway: pins.gateway, previous, nowMs: order.nowMs },
  });

const first = orderOf();
const manifest = ceremony(first);
const rotated = orderOf({ previous: manifest, nowMs: FIRST_MS + DAY_MS });

describe("Manifests of a ceremony", () => {
  test("a manifest has both signatures, and lists the keys of both roles and all signing keys of the services", () => {
    verifyWitnessedManifest(manifest, pins);
    const listed = manifest.keys.map(({ service_id, purpose }) => `${service_id}/${purpose}`);
    expect(listed).toEqual(listed.toSorted());
    expect(listed).toEqual(expect.arrayContaining(["gateway/manifest", "witness/manifest"]));
    expect(listed).toContain("inference-worker/message");
    expect(listed).not.toContain("veil-signer/manifest");
    expect(listed.some((name) => name.endsWith("/sealing"))).toBe(false);
  });

  test("a manifest verifies with the documented recipe and another library", () => {
    const { signatures, ...signed } = manifest;
    const bytes = Buffer.from(canonicalJson(signed as JsonValue));
    for (const role of ["gateway", "witness"] as const) {
      const [, hex = ""] = pinText(pins[role]).split(":");
      const signature = Buffer.from(signatures[role].signature, "hex");
      expect(verifyEd25519Portable(Buffer.from(hex, "hex"), bytes, signature)).toBe(true);
    }
  });

  test("a manifest with exchanged signatures, or with a development signature, is refused", () => {
    const { signatures, ...content } = manifest;
    const swapped = { gateway: signatures.witness, witness: signatures.gateway };
    expect(() => verifyWitnessedManifest({ ...content, signatures: swapped }, pins)).toThrow(
      refusal("unknown_key"),
    );
    const development = { ...content, signature: signatures.gateway.signature };
    expect(() => verifyWitnessedManifest(development as never, pins)).toThrow(
      refusal("unsupported_version"),
    );
  });

  test.each(["gateway", "witness"] as const)(
    "a manifest in which only the signature of the %s is wrong is refused",
    (role) => {
      const { signatures } = manifest;
      const wrong = { ...signatures[role], signature: "00".repeat(64) };
      const changed = { ...manifest, signatures: { ...signatures, [role]: wrong } };
      expect(() => verifyWitnessedManifest(changed, pins)).toThrow(refusal("bad_signature"));
    },
  );

  test("a manifest is refused if the same key is pinned for both roles", () => {
    const same = { gateway: pins.gateway, witness: { ...pins.gateway, keyId: "other" } };
    expect(() => verifyWitnessedManifest(manifest, same)).toThrow(refusal("duplicate_key"));
  });

  test("a manifest with a member that was added or changed after signing is refused", () => {
    for (const change of [{ version: 2 }, { extra: 1 }, { signature: "00".repeat(64) }])
      expect(() => verifyWitnessedManifest({ ...manifest, ...change } as never, pins)).toThrow(
        refusal("bad_signature"),
      );
  });
});

describe("Manifests after a rotation", () => {
  test("a retired key ends at the time in the bundle, unless an earlier manifest contains another end", () => {
    const end = (not_after: string) =>
      first.services.map((key) =>
        key.purpose === "claim" && key.service === "bridge"
          ? { ...key, key_state: "retired" as const, not_after }
          : key,
      );
    const claimKey = ({ keys }: ManifestContent) =>
      keys.find(({ service_id, purpose }) => service_id === "bridge" && purpose === "claim");
    const services = end("2026-01-01T12:00:00Z");
    const second = ceremony(
      { ...first, services, previous: manifest, nowMs: FIRST_MS + DAY_MS },
      manifest,
    );
    expect(claimKey(second)).toEqual({
      ...claimKey(manifest),
      ...{ key_state: "retired", not_after: "2026-01-01T12:00:00Z" },
    });
    const moved = end("2026-01-01T18:00:00Z");
    const order = { ...first, services: moved, previous: second, nowMs: FIRST_MS + 2 * DAY_MS };
    expect(claimKey(ceremony(order, second))).toEqual(claimKey(second));
    const future = { ...order, previous: manifest, services: end("2027-01-01T00:00:00Z") };
    expect(() => nextManifest(future)).toThrow(refusal("bad_validity"));
  });

  test("the next manifest lists the old keys as retired, with the end of their validity", () => {
    const next = ceremony(rotated, manifest);
    verifyWitnessedManifest(next, pins);
    expect(next).toMatchObject({ version: 2, previous_manifest_sha256: manifestHash(manifest) });
    const former = manifest.keys.filter(({ purpose }) => purpose !== "manifest");
    for (const key of former)
      expect(next.keys).toContainEqual({
        ...key,
        key_state: "retired",
        not_after: "2026-01-02T00:00:00Z",
      });
    expect(next.keys).toHaveLength(manifest.keys.length + former.length);
  });

  test("the operator can set an earlier end for a key that is retired, but not for a current key", () => {
    const [key] = manifest.keys.filter(({ purpose }) => purpose === "message");
    const before = "2026-01-01T12:00:00Z";
    const { keys } = nextManifest({ ...rotated, endedAt: new Map([[key?.key_id ?? "", before]]) });
    expect(keys.find(({ key_id }) => key_id === key?.key_id)).toMatchObject({ not_after: before });
    const current = new Map([[pins.witness.keyId, before]]);
    expect(() => nextManifest({ ...rotated, endedAt: current })).toThrow(refusal("unknown_key"));
  });

  test("a third manifest keeps the end that the second manifest set", () => {
    const second = ceremony(rotated, manifest);
    const third = nextManifest({ ...rotated, previous: second, nowMs: FIRST_MS + 2 * DAY_MS });
    expect(third.keys).toEqual(second.keys);
    expect(third.version).toBe(3);
  });
});

describe("Manifests that the witness does not sign", () => {
  const next = nextManifest(rotated);
  const retired = next.keys.find(({ key_state }) => key_state === "retired");
  const withKey = (change: object) => ({
    keys: next.keys.map((key) => (key === retired ? { ...key, ...change } : key)),
  });
  const cosign = (content: ManifestContent, by = gateway, knows = manifest) =>
    cosignManifest(draftManifest(content, by), witness, {
      ...{ gateway: pins.gateway, previous: knows, nowMs: rotated.nowMs },
    });

  test.each<[string, object, VerificationCode]>([
    ["a manifest that skips a version", { version: 3 }, "not_a_successor"],
    [
      "a manifest that follows a different one",
      { previous_manifest_sha256: "00".repeat(32) },
      "not_a_successor",
    ],
    [
      "a manifest dated before the previous one",
      { signed_at: "2026-01-01T00:00:00Z" },
      "bad_validity",
    ],
    ["a manifest of another issuer", { issuer: "other" }, "not_a_successor"],
    [
      "a manifest that drops a former key",
      { keys: next.keys.filter((key) => key !== retired) },
      "not_a_successor",
    ],
    [
      "a manifest that assigns a former key to another service",
      withKey({ service_id: "other" }),
      "not_a_successor",
    ],
    [
      "a manifest that backdates a former key",
      withKey({ not_before: "2025-01-01T00:00:00Z" }),
      "not_a_successor",
    ],
    [
      "a validity that ends in the future",
      withKey({ not_after: "2026-02-01T00:00:00Z" }),
      "bad_validity",
    ],
    [
      "a validity that ends before it begins",
      withKey({ not_after: "2025-01-01T00:00:00Z" }),
      "bad_validity",
    ],
    ["a retired key without an end", withKey({ not_after: undefined }), "malformed"],
    ["an active key with an end", withKey({ key_state: "active" }), "bad_validity"],
    ["an invalid time", withKey({ not_after: "2026-02-30T00:00:00Z" }), "malformed"],
    ["a time with an offset", { signed_at: "2026-01-02T00:00:00+00:00" }, "malformed"],
    [
      "a key listed twice",
      { keys: [...next.keys, { ...next.keys[0], key_id: "k2" }] },
      "duplicate_key",
    ],
    [
      "a key id listed twice",
      { keys: [...next.keys, { ...next.keys[0], public_key: "ab".repeat(32) }] },
      "duplicate_key",
    ],
    [
      "a key of low order",
      {
        keys: [...next.keys, { ...next.keys[0], key_id: "k2", public_key: `01${"00".repeat(31)}` }],
      },
      "low_order_point",
    ],
    ["a name beyond ASCII", { issuer: "Vëil" }, "malformed"],
  ])("the witness does not sign %s", (_what, change, code) => {
    expect(() => cosign({ ...next, ...change } as ManifestContent)).toThrow(refusal(code));
  });

  test("the witness does not sign a manifest that another key signed as the gateway", () => {
    const mallory = { ...newRole("gateway"), keyId: gateway.keyId };
    const draft: ManifestDraft = {
      ...next,
      signatures: { gateway: draftSignature(mallory) },
    };
    expect(() => cosignManifest(draft, witness, { ...known, previous: manifest })).toThrow(
      refusal("bad_signature"),
    );
  });

  function draftSignature(by: typeof gateway) {
    const keys = next.keys.map((key) =>
      key.key_id === by.keyId
        ? { ...key, public_key: pinText(manifestKeyOf(by)).split(":")[1] }
        : key,
    );
    return draftManifest({ ...next, keys } as ManifestContent, by).signatures.gateway;
  }

  test("the witness does not sign a second manifest as the first one, or the first one again", () => {
    expect(() => cosignManifest(draftManifest(next, gateway), witness, known)).toThrow(
      refusal("not_a_successor"),
    );
    expect(() => cosign(nextManifest(first))).toThrow(refusal("not_a_successor"));
  });

  test("the witness does not sign with a key that the manifest does not list for it", () => {
    const draft = draftManifest(nextManifest(first), gateway);
    expect(() => cosignManifest(draft, newRole("witness"), known)).toThrow(refusal("unknown_key"));
  });
});

test.each(["", "w1", "w1:00", `w1:${"AB".repeat(32)}`, `w 1:${"ab".repeat(32)}`])(
  "readPin throws for %j",
  (text) => {
    expect(() => readPin(text)).toThrow(refusal("malformed"));
  },
);

test("readCeremonyKey throws for the key of the other role", () => {
  const file = JSON.stringify(createCeremonyKey("gateway", systemRandomBytes));
  expect(() => readCeremonyKey(file, "witness")).toThrow(refusal("wrong_owner"));
});
