/** @slow tweetnacl takes milliseconds per signature */
import { describe, expect, test } from "@jest/globals";
import type { SignedCertificate } from "@veil/contracts/certificate";
import { sha256 } from "@veil/crypto";
import {
  BAD_SUMMARIES,
  createTestDeployment,
  type SummaryChanges,
  testSummary,
} from "@veil/testing/certificates";
import { createNodeCrypto } from "../node-crypto.ts";
import {
  certificateHash,
  certificateSummary,
  parsePin,
  portableCrypto,
  SUMMARY_STEPS,
  summaryBytes,
  verifySummary,
} from "./index.ts";

const deployment = createTestDeployment();
const file = (changes: SummaryChanges = {}) => testSummary(deployment, changes);

describe.each([
  ["node:crypto", createNodeCrypto()],
  ["the portable libraries", portableCrypto],
])("verifySummary with %s", (_, crypto) => {
  const trust = { pins: [parsePin(deployment.pins.gateway)], crypto };

  test("a signed summary is valid without the certificate", () => {
    const { passed, summary, manifestVersion } = verifySummary(file(), trust);
    expect(passed).toEqual(Object.keys(SUMMARY_STEPS));
    expect([summary.request_id, manifestVersion]).toEqual(["req_1", 1]);
  });

  test.each<[string, SummaryChanges]>([
    ["with a later manifest", { manifest: (_manifest, { rotated }) => rotated }],
    ["with white space", { text: (json) => JSON.stringify(JSON.parse(json), null, 2) }],
    [
      "with additional members outside the signed part",
      { text: (json) => `{"more":1,${json.slice(1)}` },
    ],
  ])("a summary %s is valid", (_name, changes) => {
    expect(verifySummary(file(changes), trust).summary.request_id).toBe("req_1");
  });

  test.each(BAD_SUMMARIES)(
    "the bad summary '%s' is refused with the code %s",
    (_name, code, changes) => {
      expect(() => verifySummary(file(changes), trust)).toThrow(
        expect.objectContaining({ name: "VerificationError", code }),
      );
    },
  );

  test("a summary is refused with untrusted_manifest if a pinned key did not sign the manifest", () => {
    const pins = [parsePin(`mallory:${"ab".repeat(32)}`)];
    expect(() => verifySummary(file(), { ...trust, pins })).toThrow(
      expect.objectContaining({ code: "untrusted_manifest" }),
    );
  });
});

test("a summary contains no leg ids and no commitments", () => {
  const text = Buffer.from(file().summary).toString();
  expect(text).not.toMatch(/leg|commitment|trq_1|jrq_1/);
});

const item = { class: "identity", peer: "bridge", commitment: "ab".repeat(32) } as const;
const claim = (component: "edge-gateway" | "bridge") => ({
  claim: {
    ...{ type: "veil/claim/v1" as const, component, leg_id: `${component}-1` },
    ...{ at: "2026-01-02T12:00:00Z", received: [] },
    emitted: [
      { ...item, item: "customer_id", bytes: 3 },
      { ...item, item: "more", bytes: 4 },
    ],
  },
  batch: {
    ...{ type: "veil/claim-batch/v1" as const, component, key_id: "k1" },
    ...{ signed_at: "2026-01-02T12:00:01Z", size: 1, root: "ab".repeat(32) },
    signature: "cd".repeat(64),
  },
  ...{ index: 0, path: [] },
});
const CERTIFICATE: SignedCertificate = {
  signable: {
    ...{ type: "veil/isolation-certificate/v1", protocol_version: 1, issuer: "gateway.example" },
    ...{ environment: "production", issued_at: "2026-01-02T12:00:02Z" },
    manifest: { version: 1, sha256: "ab".repeat(32) },
    ...{ request_id: "req_1", release: null, trace_sha256: "ab".repeat(32) },
    isolation: {
      ...{ a_to_b: "blocked", b_to_a: "open", enforced_by: "service-credentials" },
      ...{ probed_at: null, reports: [] },
    },
    ...{ dlp_redacted: false, redaction_count: 2, sanitizer_layers: ["L1"], attempts: 1 },
    ...{ status: "completed", claims: [claim("edge-gateway"), claim("bridge")] },
  },
  signature: { key_id: "k2", algorithm: "Ed25519", signature: "ef".repeat(64) },
};

// The gateway stores only the signature of a summary, so any change of the form of version 1 would
// invalidate all signatures.
test("the summary of a stored certificate is the same as before, byte for byte", () => {
  const bytes = summaryBytes(
    certificateSummary(CERTIFICATE.signable, certificateHash(CERTIFICATE, sha256)),
  );
  expect(sha256(bytes).toString("hex")).toBe(
    "c0bbe0fd32d8943eef4a9c0754e4f2f21c861be9316af0260838f5997f56a753",
  );
});
