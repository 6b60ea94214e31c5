import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { systemRandomBytes } from "@veil/crypto";
import {
  createCeremonyKey,
  createKeySet,
  type ManifestKey,
  manifestKeyOf,
  pinText,
  readCeremonyKey,
} from "@veil/veil";
import { readConfig } from "./config.ts";

const folder = mkdtempSync(path.join(tmpdir(), "veil-signer-"));
const { services, trust } = createKeySet(systemRandomBytes);
const file = (name: string, content: object | undefined) => {
  writeFileSync(path.join(folder, name), JSON.stringify(content));
  return path.join(folder, name);
};
const keysOf = (name: string) => services.find(({ service }) => service === name);
const whole = {
  KEY_FILE: file("keys", keysOf("veil-signer")),
  TRUST_FILE: file("trust", trust),
  MANIFEST_FILE: "manifest.json",
};

test("The signer needs three file settings and no others", () => {
  expect(readConfig(whole)).toMatchObject({
    address: { host: "127.0.0.1", port: 8085 },
    opsAddress: { port: 9085 },
    manifestFile: "manifest.json",
    manifestIssuer: "veil-gateway",
  });
});

const production = { ...whole, NODE_ENV: "production", SERVICE_TLS: "mesh" };
const [gateway, witness] = (["gateway", "witness"] as const).map((role) =>
  manifestKeyOf(readCeremonyKey(JSON.stringify(createCeremonyKey(role, systemRandomBytes)), role)),
) as [ManifestKey, ManifestKey];
const pins = {
  MANIFEST_GATEWAY_KEY: pinText(gateway),
  MANIFEST_WITNESS_KEY: pinText(witness),
};

test("When the public keys of both roles are set, then the configuration pins them", () => {
  expect(readConfig({ ...production, ...pins }).manifestPins).toMatchObject({
    gateway: { keyId: gateway.keyId },
    witness: { keyId: witness.keyId },
  });
});

test.each<[string, NodeJS.ProcessEnv, string]>([
  [
    "production without both keys",
    { ...production },
    "NODE_ENV=production requires the witness-signed manifest",
  ],
  [
    "only one key",
    { ...production, MANIFEST_WITNESS_KEY: pins.MANIFEST_WITNESS_KEY },
    "MANIFEST_GATEWAY_KEY and MANIFEST_WITNESS_KEY are set together",
  ],
  [
    "a malformed key",
    { ...production, ...pins, MANIFEST_WITNESS_KEY: "w1:00" },
    "MANIFEST_WITNESS_KEY: a pinned key is KEY_ID:HEX",
  ],
  [
    "a key of low order",
    { ...production, ...pins, MANIFEST_WITNESS_KEY: `w1:01${"00".repeat(31)}` },
    "MANIFEST_WITNESS_KEY: Ed25519 public key has a small order",
  ],
])("The configuration is refused with a clear message: %s", (_case, env, message) => {
  expect(() => readConfig(env)).toThrow(message);
});

test.each(["Vëil", "a b", "x".repeat(201)])(
  "When the issuer is %p, then the configuration is refused",
  (MANIFEST_ISSUER) => {
    expect(() => readConfig({ ...whole, MANIFEST_ISSUER })).toThrow("MANIFEST_ISSUER must be");
  },
);

test("When the keys belong to another service and the bundle is invalid, then the error names both settings", () => {
  const wrong = {
    ...whole,
    KEY_FILE: file("other", keysOf("bridge")),
    TRUST_FILE: file("none", {}),
  };
  expect(() => readConfig(wrong)).toThrow(
    "TRUST_FILE: Trust bundle: version must be 1; KEY_FILE: Service keys: they belong to another service",
  );
});
