import { describe, expect, test } from "@jest/globals";
import type { ManifestContent, VeilKeyEntry } from "@veil/contracts/signer";
import { systemRandomBytes, type VerificationCode } from "@veil/crypto";
import { createCeremonyKey, readCeremonyKey, readPin } from "./ceremony-key.ts";
import { createKeySet } from "./key-set.ts";
import { manifestKeyOf } from "./manifest.ts";
import { type ManifestOrder, nextManifest } from "./next-manifest.ts";
import type { CeremonyRole } from "./roles.ts";
import { cosignManifest, draftManifest } from "./witnessed-manifest.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Not the public key of any point, because the curve has no x for y = 2. */
const offCurve = `02${"00".repeat(31)}`;
/** The public key of a point with y = 3. */
const onCurve = `03${"00".repeat(31)}`;

const refusal = (code: VerificationCode) =>
  expect.objectContaining({ name: "VerificationError", code });
const newRole = (role: CeremonyRole) =>
  readCeremonyKey(JSON.stringify(createCeremonyKey(role, systemRandomBytes)), role);
const [gateway, witness] = [newRole("gateway"), newRole("witness")];
const pins = { gateway: manifestKeyOf(gateway), witness: manifestKeyOf(witness) };

const first: ManifestOrder = {
  issuer: "veil",
  roles: pins,
  services: createKeySet(systemRandomBytes).trust.keys,
  nowMs: Date.parse("2026-01-01T00:00:00Z"),
};
const signed = (content: ManifestContent, nowMs: number, previous?: ManifestContent) =>
  cosignManifest(draftManifest(content, gateway), witness, {
    ...{ gateway: pins.gateway, previous, nowMs },
  });

const manifest = signed(nextManifest(first), first.nowMs);
const rotated = {
  ...{ ...first, services: createKeySet(systemRandomBytes).trust.keys },
  ...{ previous: manifest, nowMs: first.nowMs + DAY_MS },
};

describe("Manifests that the witness refuses to sign in a ceremony", () => {
  const next = nextManifest(rotated);
  const active: VeilKeyEntry = {
    ...{ service_id: "bridge", purpose: "claim", key_id: "k2", public_key: onCurve },
    ...{ algorithm: "Ed25519", key_state: "active", not_before: next.signed_at },
  };

  const added = (change: object) => ({
    keys: [...next.keys, { ...active, ...change }],
  });
  const roleKey = (role: string) => next.keys.find(({ service_id }) => service_id === role);

  test.each<[string, object, VerificationCode]>([
    ["a key that is not a point of the curve", added({ public_key: offCurve }), "malformed"],
    ["a key of a service that does not exist", added({ service_id: "mallory" }), "unknown_service"],
    [
      "a key of a service that is named like a property of objects",
      added({ service_id: "constructor" }),
      "unknown_service",
    ],
    ["a key of a purpose that does not exist", added({ purpose: "anything" }), "unknown_purpose"],
    ["a key of another service's purpose", added({ purpose: "checkpoint" }), "unknown_purpose"],
    ["a key that seals", added({ service_id: "sanitiser", purpose: "sealing" }), "unknown_purpose"],
    [
      "the signer's key for manifests of the development form",
      added({ service_id: "veil-signer", purpose: "manifest" }),
      "unknown_purpose",
    ],
    ["a role's key of another purpose", added({ service_id: "witness" }), "unknown_purpose"],
    [
      "a second manifest key of the gateway",
      added({ service_id: "gateway", purpose: "manifest" }),
      "duplicate_key",
    ],
    [
      "a second manifest key of the witness",
      added({ service_id: "witness", purpose: "manifest" }),
      "duplicate_key",
    ],
    [
      "no manifest key for the witness",
      { keys: next.keys.filter((key) => key !== roleKey("witness")) },
      "not_a_successor",
    ],
    ["a backdated new key", added({ not_before: "2026-01-01T23:44:59Z" }), "bad_validity"],
    ["a new key without not_before", added({ not_before: undefined }), "bad_validity"],
  ])("the witness refuses a manifest with %s", (_what, change, code) => {
    const content: ManifestContent = JSON.parse(JSON.stringify({ ...next, ...change }));
    expect(() => signed(content, rotated.nowMs, manifest)).toThrow(refusal(code));
  });

  test.each([
    ["15 minutes", 900_000, true],
    ["15 minutes and a second", 901_000, false],
    ["a year", 365 * DAY_MS, false],
  ])(
    "whether the witness signs a manifest whose time is %s (%i ms) before or after its clock: %p",
    (_what, awayMs, signs) => {
      for (const direction of [-1, 1]) {
        const nowMs = rotated.nowMs + direction * awayMs;
        const sign = () => signed(next, nowMs, manifest);
        if (signs) expect(sign().version).toBe(2);
        else expect(sign).toThrow(refusal("bad_validity"));
      }
    },
  );

  test("nextManifest refuses a key that is not a point of the curve, for a service and for a role", () => {
    const [one, ...others] = first.services.filter(({ purpose }) => purpose === "claim");
    const services = [{ ...one, public_key: offCurve }, ...others] as typeof first.services;
    expect(() => nextManifest({ ...first, services })).toThrow(refusal("malformed"));
    const roles = { ...pins, witness: readPin(`w1:${offCurve}`) };
    expect(() => nextManifest({ ...first, roles })).toThrow(refusal("malformed"));
  });

  test("the witness accepts an old key whose service no longer exists", () => {
    const former = { ...active, service_id: "of-an-old-version", not_before: manifest.signed_at };
    const before = { ...manifest, keys: [...manifest.keys, former] };
    const content = nextManifest({ ...rotated, previous: before });
    expect(signed(content, rotated.nowMs, before).keys).toContainEqual(
      expect.objectContaining({ service_id: "of-an-old-version", key_state: "retired" }),
    );
  });
});
