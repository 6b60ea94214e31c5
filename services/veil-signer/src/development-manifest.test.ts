import { beforeEach, describe, expect, test } from "@jest/globals";
import { loadServiceKeys, parseTrustBundle, systemRandomBytes } from "@veil/crypto";
import { createKeySet, type KeySet, signManifest, verifyDevelopmentManifest } from "@veil/veil";
import { createMemoryManifestStore } from "../test/memory-manifest-store.ts";
import { developmentManifest } from "./development-manifest.ts";
import type { ManifestStore } from "./ports.ts";

const keySet = createKeySet(systemRandomBytes);
let nowMs = Date.parse("2026-01-01T00:00:00.123Z");
let store: ManifestStore;

beforeEach(() => {
  store = createMemoryManifestStore();
});

/** A start of the signer, an hour after the one before. */
function start(deployment: KeySet = keySet, issuer = "veil") {
  nowMs += 3_600_000;
  const own = deployment.services.find(({ service }) => service === "veil-signer");
  const keys = loadServiceKeys(JSON.stringify(own));
  const trust = parseTrustBundle(JSON.stringify(deployment.trust));
  return developmentManifest({ issuer, keys, trust, store, nowMs: () => nowMs });
}

function pinnedOf({ trust }: KeySet) {
  const pin = trust.keys.find(({ purpose }) => purpose === "manifest");
  const keyId = pin?.key_id ?? "";
  const key = parseTrustBundle(JSON.stringify(trust)).verifyKey("veil-signer", "manifest", keyId);
  return { keyId, key };
}

describe("The manifest", () => {
  test("lists every Ed25519 key of the bundle, no sealing key, and verifies with the pinned key", async () => {
    const manifest = await start();
    verifyDevelopmentManifest(manifest, pinnedOf(keySet));
    const listed = manifest.keys.map(({ service_id, purpose }) => `${service_id} ${purpose}`);
    expect(listed).toEqual([
      "audit checkpoint",
      "bridge-probe message",
      "bridge claim",
      "bridge service-token",
      "edge-gateway claim",
      "edge-gateway message",
      "edge-gateway service-token",
      "inference-worker-probe message",
      "inference-worker claim",
      "inference-worker message",
      "inference-worker service-token",
      "sanitiser claim",
      "veil-signer certificate",
      "veil-signer manifest",
    ]);
    expect(manifest).toMatchObject({
      issuer: "veil",
      version: 1,
      supported_protocol_versions: [1],
    });
  });

  test("is the same after a restart, to the letter, signed_at included", async () => {
    const first = await start();
    expect(await start()).toEqual(first);
    const reordered = { ...keySet.trust, keys: [...keySet.trust.keys].reverse() };
    expect(await start({ ...keySet, trust: reordered })).toEqual(first);
  });

  test("is dated in whole seconds, as verifiers of certificates require", async () => {
    expect((await start()).signed_at).toBe(`${new Date(nowMs).toISOString().slice(0, 19)}Z`);
  });

  test("is made anew when an older version dated it to the millisecond", async () => {
    const { signature: _, ...first } = await start();
    const own = keySet.services.find(({ service }) => service === "veil-signer");
    const keys = loadServiceKeys(JSON.stringify(own));
    const dated = { ...first, signed_at: "2026-01-01T00:00:00.123Z" };
    await store.write(JSON.stringify(signManifest(dated, keys.signing("manifest"))));
    expect((await start()).version).toBe(2);
  });

  test("is made anew, one version on, when a key is another", async () => {
    const first = await start();
    const [gone, ...keys] = keySet.trust.keys;
    const second = await start({ ...keySet, trust: { ...keySet.trust, keys } });
    expect(second.version).toBe(2);
    expect(second.signed_at > first.signed_at).toBe(true);
    expect(second.keys.some(({ key_id }) => key_id === gone?.key_id)).toBe(false);
    expect(JSON.parse((await store.read()) ?? "")).toEqual(second);
  });

  test("is made anew when the signer's own key, or the issuer, is another", async () => {
    await start();
    const other = createKeySet(systemRandomBytes);
    const second = await start(other);
    verifyDevelopmentManifest(second, pinnedOf(other));
    expect(second.version).toBe(2);
    expect(await start(other, "another issuer")).toMatchObject({
      version: 3,
      issuer: "another issuer",
    });
  });
});

describe("What was kept is neither served nor overwritten", () => {
  test.each([
    ["no JSON", () => "{"],
    ["no manifest", () => "{}"],
    ["a changed manifest", (text: string) => text.replace('"version": 1', '"version": 9')],
    ["a manifest with a key put in", (text: string) => text.replace('"bridge"', '"mallory"')],
    [
      "a signature that was cut",
      (text: string) => text.replace(/[0-9a-f]{2}",\n {2}"signing_key/, '",\n  "signing_key'),
    ],
  ])("when it is %s", async (_what, change) => {
    await start();
    const changed = change((await store.read()) ?? "");
    await store.write(changed);
    await expect(start()).rejects.toThrow("MANIFEST_FILE does not hold a manifest");
    expect(await store.read()).toBe(changed);
  });
});

test("When the key file and the bundle do not belong together, then nothing is signed", async () => {
  const { trust } = createKeySet(systemRandomBytes);
  await expect(start({ ...keySet, trust })).rejects.toMatchObject({ code: "unknown_key" });
  expect(await store.read()).toBeUndefined();
});
