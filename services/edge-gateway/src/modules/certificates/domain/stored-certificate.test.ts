import { expect, test } from "@jest/globals";
import { sha256Hex } from "@veil/crypto";
import { createTestDeployment } from "@veil/testing/certificates";
import { certificateBytes } from "@veil/veil/verifier";
import { freshRequestId } from "../../../../test/support/certificate-boxes.ts";
import { certifiedCall } from "../../../../test/support/test-certificates.ts";
import {
  certificateHash,
  openCertificate,
  SEALED_CERTIFICATE,
  SEALED_EVIDENCE,
} from "./stored-certificate.ts";

const KEY = Buffer.alloc(32, 1);
const deployment = createTestDeployment();
const requestId = freshRequestId();
const { issued, evidence } = certifiedCall(deployment, requestId);
const box = SEALED_CERTIFICATE.seal(KEY, issued.signable.request_id, issued);
const evidenceBox = SEALED_EVIDENCE.seal(KEY, requestId, evidence);

test("A stored certificate opens without evidence, and with evidence that was added later", () => {
  expect(openCertificate(KEY, requestId, { certificate: box })).toEqual({
    ...{ ...issued, evidence: null },
  });
  expect(openCertificate(KEY, requestId, { certificate: box, evidence: evidenceBox })).toEqual({
    ...{ ...issued, evidence },
  });
});

test("The stored boxes of a certificate contain nothing in clear text", () => {
  const bytes = Buffer.concat([box, evidenceBox]).toString("latin1");
  for (const text of [requestId, issued.signature.signature, evidence.prev_hash, "sanitiser"])
    expect(bytes).not.toContain(text);
});

test.each<[string, () => unknown]>([
  ["another key", () => openCertificate(Buffer.alloc(32, 2), requestId, { certificate: box })],
  ["another call's id", () => openCertificate(KEY, freshRequestId(), { certificate: box })],
  [
    "another call's evidence",
    () => {
      const other = SEALED_EVIDENCE.seal(KEY, freshRequestId(), evidence);
      return openCertificate(KEY, requestId, { certificate: box, evidence: other });
    },
  ],
  [
    "the two boxes exchanged",
    () => openCertificate(KEY, requestId, { certificate: evidenceBox, evidence: box }),
  ],
  [
    "a changed box",
    () => {
      const changed = Buffer.from(box);
      changed.writeUInt8(changed.readUInt8(40) ^ 1, 40);
      return openCertificate(KEY, requestId, { certificate: changed });
    },
  ],
])("A stored certificate does not open with %s", (_what, open) => {
  expect(open).toThrow(expect.objectContaining({ code: "decryption_failed" }));
});

test("certificateHash covers the same bytes as the verifier's hash, with or without evidence", () => {
  expect(certificateHash(issued)).toBe(sha256Hex(certificateBytes(issued)));
  expect(certificateHash({ ...issued, evidence } as typeof issued)).toBe(certificateHash(issued));
});
