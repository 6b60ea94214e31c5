import type { SignedManifest } from "@veil/contracts/signer";
import { ed25519PrivateKey, publicKeyBytes, sha256, signEd25519 } from "@veil/crypto";
import { manifestHash } from "@veil/veil";
import { signableBytes } from "@veil/veil/verifier";
import type { BadCase } from "./case-type.ts";
import type { Changes } from "./test-certificate.ts";
import { TEST_TIMES, type TestDeployment } from "./test-deployment.ts";

const mallory = ed25519PrivateKey(sha256("mallory"));
const malloryKey = publicKeyBytes(mallory).toString("hex");

type Entry = SignedManifest["keys"][number];

function keyOf(keys: readonly Entry[], service: string, purpose: string): Entry {
  const found = keys.find((key) => key.service_id === service && key.purpose === purpose);
  if (found === undefined) throw new Error("Test: no such key");
  return found;
}

/** Changes one key after the manifest was signed. */
function withKey(service: string, purpose: string, change: Partial<Entry>): Changes {
  return {
    manifest(manifest) {
      Object.assign(keyOf(manifest.keys, service, purpose), change);
      return manifest;
    },
  };
}

function changed(change: object): Changes {
  return { manifest: (manifest) => Object.assign(manifest, change) };
}

/**
 * Changes the keys of a manifest, signs it again as both roles, and makes the certificate refer to
 * it.
 */
function resigned(change: (keys: Entry[]) => void): Changes {
  return {
    signable: (signable, deployment) => {
      signable.manifest.sha256 = manifestHash(deployment.resign(change));
    },
    manifest: (_, deployment) => deployment.resign(change),
  };
}

const TRUST_DEFECTS: readonly BadCase[] = [
  [
    "manifest with a changed key",
    "untrusted_manifest",
    withKey("veil-signer", "certificate", { public_key: malloryKey }),
  ],
  [
    "key of another service",
    "untrusted_manifest",
    withKey("bridge", "claim", { service_id: "sanitiser" }),
  ],
  [
    "key of another purpose",
    "untrusted_manifest",
    withKey("veil-signer", "certificate", { purpose: "claim" }),
  ],
  [
    "validity extended",
    "untrusted_manifest",
    withKey("bridge", "claim", { not_before: "2020-01-01T00:00:00Z" }),
  ],
  ["manifest with a member more", "untrusted_manifest", changed({ comment: "fine" })],
  ["manifest of another issuer", "untrusted_manifest", changed({ issuer: "other.example" })],
  [
    "one signature of the manifest twice",
    "untrusted_manifest",
    {
      manifest(manifest) {
        if (!("signatures" in manifest)) return manifest;
        const { gateway } = manifest.signatures;
        return { ...manifest, signatures: { gateway, witness: gateway } };
      },
    },
  ],
  [
    "signatures of the manifest swapped",
    "untrusted_manifest",
    {
      manifest(manifest) {
        if (!("signatures" in manifest)) return manifest;
        const { gateway, witness } = manifest.signatures;
        return { ...manifest, signatures: { gateway: witness, witness: gateway } };
      },
    },
  ],
  [
    "development form instead",
    "untrusted_manifest",
    {
      manifest(manifest) {
        if (!("signatures" in manifest)) return manifest;
        const { signatures, ...content } = manifest;
        const { key_id: signing_key_id, algorithm: signing_algorithm } = signatures.gateway;
        return {
          ...content,
          ...{ signing_key_id, signing_algorithm },
          signature: signatures.gateway.signature,
        };
      },
    },
  ],
  [
    "signer's key of low order",
    "untrusted_manifest",
    resigned((keys) => {
      keyOf(keys, "veil-signer", "certificate").public_key = `01${"00".repeat(31)}`;
    }),
  ],
  [
    "one key for two services",
    "untrusted_manifest",
    resigned((keys) => {
      keyOf(keys, "bridge", "claim").public_key = keyOf(keys, "sanitiser", "claim").public_key;
    }),
  ],
  [
    "one key id twice",
    "untrusted_manifest",
    resigned((keys) => {
      keyOf(keys, "bridge", "claim").key_id = keyOf(keys, "sanitiser", "claim").key_id;
    }),
  ],
];

const LINK_DEFECTS: readonly BadCase[] = [
  [
    "rollback of the manifest",
    "wrong_manifest",
    linked(({ rotated }) => ({ version: 2, sha256: manifestHash(rotated) })),
  ],
  [
    "hash of another manifest",
    "wrong_manifest",
    linked(() => ({ version: 1, sha256: "ab".repeat(32) })),
  ],
  [
    "manifest that does not follow",
    "wrong_manifest",
    {
      ...linked(() => ({ version: 1, sha256: "ab".repeat(32) })),
      manifest: (_, { rotated }) => rotated,
    },
  ],
  [
    "another issuer",
    "wrong_manifest",
    { signable: (own) => void Object.assign(own, { issuer: "other.example" }) },
  ],
];

function linked(of: (deployment: TestDeployment) => { version: number; sha256: string }): Changes {
  return {
    signable: (signable, deployment) => void Object.assign(signable, { manifest: of(deployment) }),
  };
}

function retired(service: string, purpose: string, not_after: string) {
  return resigned((keys) => {
    Object.assign(keyOf(keys, service, purpose), {
      ...{ key_state: "retired", not_before: "2025-01-01T00:00:00Z", not_after },
    });
  });
}

const BEFORE = "2025-12-31T23:59:59Z";

const VALIDITY_DEFECTS: readonly BadCase[] = [
  ["retired key of the signer", "key_not_valid", retired("veil-signer", "certificate", BEFORE)],
  ["retired claim key", "key_not_valid", retired("bridge", "claim", BEFORE)],
  ["retired probe key", "key_not_valid", retired("bridge-probe", "message", BEFORE)],
  [
    "retired key, dated back",
    "key_not_valid",
    {
      ...retired("veil-signer", "certificate", TEST_TIMES.ceremony),
      signable: (own, deployment) => {
        retired("veil-signer", "certificate", TEST_TIMES.ceremony).signable?.(own, deployment);
        own.issued_at = "2025-12-31T00:00:00Z";
      },
    },
  ],
];

/** Signs the certificate with a key of the manifest that is not the signer's certificate key. */
function signedBy(service: "bridge" | "veil-signer", purpose: "claim" | "manifest"): Changes {
  return {
    certificate: (certificate, { keysOf }) => {
      const { keyId, key } = keysOf(service).signing(purpose);
      const signature = signEd25519(key, signableBytes(certificate.signable)).toString("hex");
      Object.assign(certificate.signature, { key_id: keyId, signature });
    },
  };
}

const KEY_DEFECTS: readonly BadCase[] = [
  ["signed with the bridge's key", "bad_signature", signedBy("bridge", "claim")],
  [
    "signed with the signer's key for manifests",
    "bad_signature",
    signedBy("veil-signer", "manifest"),
  ],
  [
    "signed with an unknown key",
    "bad_signature",
    {
      certificate: ({ signable, signature }) =>
        void Object.assign(signature, {
          signature: signEd25519(mallory, signableBytes(signable)).toString("hex"),
        }),
    },
  ],
];

export const BAD_MANIFESTS: readonly BadCase[] = [
  ...TRUST_DEFECTS,
  ...LINK_DEFECTS,
  ...VALIDITY_DEFECTS,
  ...KEY_DEFECTS,
];
