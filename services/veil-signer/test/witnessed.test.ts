import { writeFile } from "node:fs/promises";
import { beforeEach, expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { VeilKeysManifest, type WitnessedManifest } from "@veil/contracts/signer";
import {
  loadServiceKeys,
  type PrincipalName,
  parseTrustBundle,
  systemRandomBytes,
  type TrustBundle,
} from "@veil/crypto";
import { readIfPresent } from "@veil/crypto/files";
import { createTokenIssuer } from "@veil/service-kit/http";
import { silentLogger as log } from "@veil/service-kit/telemetry";
import { withKeyFiles } from "@veil/testing";
import {
  type CeremonyRole,
  cosignManifest,
  createCeremonyKey,
  createKeySet,
  draftManifest,
  manifestKeyOf,
  nextManifest,
  pinText,
  readCeremonyKey,
  verifyWitnessedManifest,
} from "@veil/veil";
import request from "supertest";
import { readConfig } from "../src/config.ts";
import { createVeilSigner } from "../src/veil-signer.ts";
import { newManifestFile } from "./manifest-file.ts";

/**
 * Creates the keys and the trust bundle like `veil service-keys init`, because a ceremony refuses a
 * key that its service should not have.
 */
function createDeployment() {
  const { services, trust } = createKeySet(systemRandomBytes);
  const trustFile = JSON.stringify(trust);
  const keyFileOf = (name: PrincipalName) =>
    JSON.stringify(services.find(({ service }) => service === name));
  return { trustFile, keyFileOf, trust: parseTrustBundle(trustFile) };
}

const testTrust = createDeployment();
const newRole = (role: CeremonyRole) =>
  readCeremonyKey(JSON.stringify(createCeremonyKey(role, systemRandomBytes)), role);
const [gateway, witness] = [newRole("gateway"), newRole("witness")];
const pins = { gateway: manifestKeyOf(gateway), witness: manifestKeyOf(witness) };
const config = withKeyFiles(testTrust, "veil-signer", (files) =>
  readConfig({
    ...files,
    ...{ NODE_ENV: "production", SERVICE_TLS: "mesh" },
    MANIFEST_GATEWAY_KEY: pinText(pins.gateway),
    MANIFEST_WITNESS_KEY: pinText(pins.witness),
    MANIFEST_FILE: newManifestFile(),
  }),
);

function ceremony(trust: TrustBundle = testTrust.trust, by = witness): WitnessedManifest {
  const nowMs = Date.parse("2026-01-01T00:00:00Z");
  const content = nextManifest({
    issuer: "veil",
    roles: { ...pins, witness: manifestKeyOf(by) },
    services: trust.keys,
    nowMs,
  });
  const known = { gateway: pins.gateway, previous: undefined, nowMs };
  return cosignManifest(draftManifest(content, gateway), by, known);
}

let manifestFile: string;
beforeEach(() => {
  manifestFile = newManifestFile();
});
const signer = (change: object = {}) =>
  createVeilSigner({ ...config, manifestFile, ...change }, { log });

test("When the keys of a ceremony are pinned, then the signer serves the manifest of the ceremony and leaves the file unchanged", async () => {
  const text = JSON.stringify(ceremony());
  await writeFile(manifestFile, text);
  const { app, opsApp, start } = signer();
  await start();
  const token = await createTokenIssuer(
    loadServiceKeys(testTrust.keyFileOf("edge-gateway")),
  ).tokenFor("veil-signer");
  const { body } = await request(app).get("/manifest").auth(token, { type: "bearer" });
  const { served_at, ...signed } = checked(VeilKeysManifest)(body);
  verifyWitnessedManifest({ ...signed, served_at } as VeilKeysManifest, pins);
  expect(JSON.stringify(signed)).toBe(text);
  expect(await readIfPresent(manifestFile)).toBe(text);
  expect((await request(opsApp).get("/invariant")).body.manifest_form).toBe("witnessed");
});

test("When the trust bundle retires a key, then the signer starts with a manifest that does not list the key as active", async () => {
  const keys = testTrust.trust.keys.map((key) =>
    key.service === "bridge" && key.purpose === "claim"
      ? { ...key, key_state: "retired" as const, not_after: "2025-12-31T00:00:00Z" }
      : key,
  );
  const trustFile = JSON.stringify({ version: 1, keys });
  const trust = parseTrustBundle(trustFile);
  await writeFile(manifestFile, JSON.stringify(ceremony(trust)));
  const { start } = signer({ trust });
  await start();
  await expect(signer().start()).rejects.toThrow("does not list the keys of TRUST_FILE");
});

test.each<[string, () => string | undefined, string]>([
  ["there is no file", () => undefined, "does not exist; veil ceremony writes it"],
  ["it is no JSON", () => "{", "is not signed by both pinned keys"],
  [
    "the witness has not signed",
    () => {
      const { signatures, ...content } = ceremony();
      return JSON.stringify({ ...content, signatures: { gateway: signatures.gateway } });
    },
    "is not signed by both pinned keys",
  ],
  [
    "another witness has signed",
    () => JSON.stringify(ceremony(testTrust.trust, newRole("witness"))),
    "is not signed by both pinned keys: Manifest: not signed by the pinned key",
  ],
  [
    "a member stands in it twice",
    () => JSON.stringify(ceremony()).replace("{", '{"issuer":"other",'),
    "is not signed by both pinned keys: The body has the same key twice in one object",
  ],
  [
    "it was changed after the ceremony",
    () => JSON.stringify({ ...ceremony(), issuer: "other" }),
    "is not signed by both pinned keys: Manifest: bad signature",
  ],
  [
    "it lists the keys of another trust bundle",
    () => JSON.stringify(ceremony(createDeployment().trust)),
    "does not list the keys of TRUST_FILE; hold a new ceremony",
  ],
])(
  "When %s, then the signer does not start, and reports the reason",
  async (_when, textOf, message) => {
    const text = textOf();
    if (text !== undefined) await writeFile(manifestFile, text);
    await expect(signer().start()).rejects.toThrow(`Bad configuration: MANIFEST_FILE ${message}`);
    expect(await readIfPresent(manifestFile)).toBe(text);
  },
);
