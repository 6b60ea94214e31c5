import { expect, test } from "@jest/globals";
import {
  createMessageOpener,
  createMessageSealer,
  type KeyPurpose,
  loadServiceKeys,
  type PrincipalName,
  parseTrustBundle,
  publicKeyBytes,
  systemRandomBytes,
} from "@veil/crypto";
import { createKeySet, trustOf, withMissingKeys, withMissingPins } from "./key-set.ts";

const keySet = createKeySet(systemRandomBytes);
const trust = parseTrustBundle(JSON.stringify(keySet.trust));
const keysOf = (service: PrincipalName) =>
  loadServiceKeys(JSON.stringify(keySet.services.find((keys) => keys.service === service)));

test("createKeySet creates exactly the keys of its purposes for each service", () => {
  const purposes = (keys: readonly { purpose: KeyPurpose }[]) => keys.map(({ purpose }) => purpose);
  expect(Object.fromEntries(keySet.services.map((s) => [s.service, purposes(s.keys)]))).toEqual({
    "edge-gateway": ["service-token", "message", "sealing", "claim", "evidence"],
    bridge: ["service-token", "claim"],
    sanitiser: ["sealing", "claim"],
    "inference-worker": ["service-token", "message", "sealing", "claim"],
    audit: ["checkpoint"],
    "veil-signer": ["manifest", "certificate"],
    "bridge-probe": ["message"],
    "inference-worker-probe": ["message"],
  });
});

test("the bundle pins every public key once, and contains no private key", () => {
  const pins = new Map(keySet.trust.keys.map((pin) => [pin.key_id, pin]));
  expect(pins.size).toBe(18);
  for (const { service, keys } of keySet.services)
    for (const { key_id, purpose, private_key } of keys) {
      expect(pins.get(key_id)).toMatchObject({ service, purpose });
      expect(JSON.stringify(keySet.trust)).not.toContain(private_key);
    }
  const own = keysOf("bridge").signing("service-token");
  expect(pins.get(own.keyId)?.public_key).toBe(publicKeyBytes(own.key).toString("hex"));
});

test("a job that is sealed with the gateway's keys opens with the worker's keys", () => {
  const seal = createMessageSealer({
    from: { service: "edge-gateway", ...keysOf("edge-gateway").signing("message") },
    to: "inference-worker",
    trust,
    kind: "job",
  });
  const as = keysOf("inference-worker");
  const opened = createMessageOpener({ as, from: "edge-gateway", trust, kind: "job" })(
    seal("job_1", Buffer.from("job")),
  );
  expect(opened.toString()).toBe("job");
});

test("two key sets have no key in common", () => {
  const other = createKeySet(systemRandomBytes);
  const all = [...keySet.trust.keys, ...other.trust.keys];
  expect(new Set(all.map(({ public_key }) => public_key)).size).toBe(36);
});

const purposesIn = (services: typeof keySet.services) =>
  services.map(({ service, keys }) => [service, keys.map(({ purpose }) => purpose)]);

const added = new Set<KeyPurpose>(["claim", "evidence"]);
/** Key files as an older version made them: without claim and evidence keys, and keys of audit. */
const older = keySet.services
  .filter(({ service }) => service !== "audit")
  .map(({ service, keys }) => ({
    service,
    keys: keys.filter(({ purpose }) => !added.has(purpose)),
  }));

test("withMissingKeys adds new keys for missing purposes, and keeps existing keys", () => {
  const complete = withMissingKeys(older, systemRandomBytes);
  expect(purposesIn(complete)).toEqual(purposesIn(keySet.services));
  const all = complete.flatMap(({ keys }) => keys);
  for (const key of older.flatMap(({ keys }) => keys)) expect(all).toContainEqual(key);
  expect(withMissingKeys(complete, systemRandomBytes)).toEqual(complete);
});

test("withMissingPins keeps existing pins first and unchanged, even if their private keys are missing", () => {
  const [gone] = createKeySet(systemRandomBytes).trust.keys;
  if (gone === undefined) throw new Error("No pin");
  const before = { keys: [gone, ...trustOf(older).keys] };
  const { keys } = withMissingPins(before, keySet.services);
  expect(keys.slice(0, before.keys.length)).toEqual(before.keys);
  expect(keys).toHaveLength(1 + keySet.trust.keys.length);
  expect(() => parseTrustBundle(JSON.stringify({ version: 1, keys }))).not.toThrow();
});

test("withMissingPins does not pin a sealing key that is in the first step of a rotation", () => {
  const next = createKeySet(systemRandomBytes).services.flatMap(({ keys }) =>
    keys.filter(({ purpose }) => purpose === "sealing"),
  );
  const rotating = keySet.services.map(({ service, keys }) =>
    service === "sanitiser" ? { service, keys: [...keys, ...next.slice(0, 1)] } : { service, keys },
  );
  expect(withMissingPins(keySet.trust, rotating)).toEqual(keySet.trust);
});
