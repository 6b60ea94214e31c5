import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { beforeEach, describe, expect, test } from "@jest/globals";
import type { VeilKeyEntry } from "@veil/contracts/signer";
import { loadServiceKeys, parseTrustBundle, systemRandomBytes } from "@veil/crypto";
import {
  createKeySet,
  type KeySet,
  manifestHash,
  requireSoundManifest,
  requireSuccessor,
  signManifest,
  verifyDevelopmentManifest,
} from "@veil/veil";
import { newManifestFile } from "../test/manifest-file.ts";
import { developmentManifest } from "./development-manifest.ts";

const keySet = createKeySet(systemRandomBytes);
let nowMs = Date.parse("2026-01-01T00:00:00.123Z");
let file: string;

beforeEach(() => {
  file = newManifestFile();
});

/** Makes the manifest as the signer does at its start, an hour after the previous start. */
function start(deployment: KeySet = keySet, issuer = "veil") {
  nowMs += 3_600_000;
  const own = deployment.services.find(({ service }) => service === "veil-signer");
  const keys = loadServiceKeys(JSON.stringify(own));
  const trust = parseTrustBundle(JSON.stringify(deployment.trust));
  return developmentManifest({ issuer, keys, trust, file, nowMs: () => nowMs });
}

function listed({ keys }: { readonly keys: readonly VeilKeyEntry[] }, keyId: string | undefined) {
  return keys.find(({ key_id }) => key_id === keyId);
}

function pinnedOf({ trust }: KeySet) {
  const pin = trust.keys.find(({ purpose }) => purpose === "manifest");
  const keyId = pin?.key_id ?? "";
  const key = parseTrustBundle(JSON.stringify(trust)).verifyKey("veil-signer", "manifest", keyId);
  return { keyId, key };
}

describe("The development manifest", () => {
  test("The manifest lists every Ed25519 key of the bundle but no sealing key, and verifies with the pinned key", async () => {
    const manifest = await start();
    verifyDevelopmentManifest(manifest, pinnedOf(keySet));
    const listed = manifest.keys.map(({ service_id, purpose }) => `${service_id} ${purpose}`);
    expect(listed).toEqual([
      "audit checkpoint",
      "bridge-probe message",
      "bridge claim",
      "bridge service-token",
      "edge-gateway claim",
      "edge-gateway evidence",
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
      supported_protocol_versions: [1, 2],
    });
  });

  test("The manifest is identical after a restart, including signed_at", async () => {
    const first = await start();
    expect(await start()).toEqual(first);
    const reordered = { ...keySet.trust, keys: [...keySet.trust.keys].reverse() };
    expect(await start({ ...keySet, trust: reordered })).toEqual(first);
  });

  test("The manifest has a signed_at in whole seconds, as verifiers of certificates require", async () => {
    expect((await start()).signed_at).toBe(`${new Date(nowMs).toISOString().slice(0, 19)}Z`);
  });

  // @spec STATE-7
  test("A new manifest links to the previous one, lists a removed key as retired, and never changes the end of the key's validity", async () => {
    const first = await start();
    const [gone, ...keys] = keySet.trust.keys;
    const without = { ...keySet, trust: { ...keySet.trust, keys } };
    const second = await start(without);
    expect(second).toMatchObject({ version: 2, previous_manifest_sha256: manifestHash(first) });
    requireSuccessor(second, first);
    expect(listed(second, gone?.key_id)).toMatchObject({
      ...{ key_state: "retired", not_after: second.signed_at, not_before: first.signed_at },
    });
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual(second);
    expect(await start(without)).toEqual(second);
    const third = await start({ ...without, trust: { version: 1, keys: keys.slice(1) } });
    expect(listed(third, gone?.key_id)).toEqual(listed(second, gone?.key_id));
  });

  test("For a retired key, the manifest has the retirement time from the bundle, even without the previous manifest", async () => {
    const first = await start();
    const end = "2026-01-01T00:30:00Z";
    const retiring = (keys: KeySet["trust"]["keys"]) =>
      keys.map((key) =>
        key.purpose === "claim" && key.service === "bridge"
          ? { ...key, key_state: "retired" as const, not_after: end }
          : key,
      );
    // The key was already listed more than half an hour before its retirement.
    nowMs = Date.parse("2026-01-01T00:00:00Z") - 7_200_000;
    file = newManifestFile();
    await start();
    nowMs = Date.parse(first.signed_at);
    const trust = { version: 1 as const, keys: retiring(keySet.trust.keys) };
    const key = keySet.trust.keys.find(
      ({ purpose, service }) => purpose === "claim" && service === "bridge",
    );
    const second = await start({ ...keySet, trust });
    expect(listed(second, key?.key_id)).toMatchObject({ key_state: "retired", not_after: end });
    expect(await start({ ...keySet, trust })).toEqual(second);
    const dropped = trust.keys.filter(({ key_id }) => key_id !== key?.key_id);
    expect(await start({ ...keySet, trust: { version: 1, keys: dropped } })).toEqual(second);
    file = newManifestFile();
    expect(listed(await start({ ...keySet, trust }), key?.key_id)).toMatchObject({
      ...{ key_state: "retired", not_after: end },
    });
  });

  test("No manifest is made when a retired key is active again in the bundle", async () => {
    await start();
    const [, ...keys] = keySet.trust.keys;
    await start({ ...keySet, trust: { ...keySet.trust, keys } });
    await expect(start()).rejects.toThrow("MANIFEST_FILE and TRUST_FILE do not fit together");
  });

  test("The manifest keeps its history when its signing key is rotated", async () => {
    const first = await start();
    const later = createKeySet(systemRandomBytes);
    const isOwn = ({ service, purpose }: { service?: string; purpose: string }) =>
      service === "veil-signer" && purpose === "manifest";
    const next = later.trust.keys.filter(isOwn);
    const end = { key_state: "retired" as const, not_after: first.signed_at };
    const retired = keySet.trust.keys.map((key) => (isOwn(key) ? { ...key, ...end } : key));
    const services = keySet.services.map((file) => {
      if (file.service !== "veil-signer") return file;
      const other = later.services.find(({ service }) => service === file.service)?.keys ?? [];
      return {
        ...file,
        keys: [...file.keys, ...other.filter((key) => key.purpose === "manifest")],
      };
    });
    const rotated = { services, trust: { version: 1 as const, keys: [...retired, ...next] } };
    const second = await start(rotated);
    expect(second.signing_key_id).toBe(next[0]?.key_id);
    requireSuccessor(second, first);
    expect(listed(second, first.signing_key_id)).toMatchObject({ key_state: "retired" });
  });

  test("A manifest of an earlier version, whose time has fractions of a second, is replaced with one that verifiers accept", async () => {
    const first = await start();
    const own = keySet.services.find(({ service }) => service === "veil-signer");
    const signer = loadServiceKeys(JSON.stringify(own)).signing("manifest");
    const { signature: _, signing_key_id: __, signing_algorithm: ___, ...content } = first;
    const keys = content.keys.map(({ not_before: _since, ...key }) => key);
    const earlier = { ...content, keys, signed_at: "2026-01-01T01:00:00.123Z" };
    await writeFile(file, JSON.stringify(signManifest(earlier, signer)));
    const second = await start();
    expect(second.version).toBe(2);
    requireSoundManifest(second);
  });

  test("The manifest's history starts again when the signer's key or the issuer changes", async () => {
    await start();
    const other = createKeySet(systemRandomBytes);
    const second = await start(other);
    verifyDevelopmentManifest(second, pinnedOf(other));
    expect(second.version).toBe(2);
    expect(await start(other, "another-issuer")).toMatchObject({
      version: 3,
      issuer: "another-issuer",
    });
  });
});

describe("Invalid stored manifests", () => {
  test.each([
    ["no JSON", () => "{"],
    ["no members of a manifest", () => "{}"],
    ["a changed manifest", (text: string) => text.replace('"version": 1', '"version": 9')],
    ["a manifest with another service", (text: string) => text.replace('"bridge"', '"mallory"')],
    [
      "a truncated signature",
      (text: string) => text.replace(/[0-9a-f]{2}",\n {2}"signing_key/, '",\n  "signing_key'),
    ],
  ])(
    "When the stored manifest file has %s, then it is neither served nor overwritten",
    async (_what, change) => {
      await start();
      const changed = change(await readFile(file, "utf8"));
      await writeFile(file, changed);
      await expect(start()).rejects.toThrow("MANIFEST_FILE does not hold a manifest");
      expect(await readFile(file, "utf8")).toBe(changed);
    },
  );
});

test("When the manifest file cannot be read, then the signer does not start", async () => {
  await mkdir(file);
  await expect(start()).rejects.toMatchObject({ code: "EISDIR" });
});

test("When the key file and the trust bundle do not match, then no manifest is signed or stored", async () => {
  const { trust } = createKeySet(systemRandomBytes);
  await expect(start({ ...keySet, trust })).rejects.toMatchObject({ code: "unknown_key" });
  expect(existsSync(file)).toBe(false);
});
