import { expect, test } from "@jest/globals";
import { createTestDeployment } from "@veil/testing/certificates";
import { freshRequestId } from "../../../../test/support/certificate-boxes.ts";
import { certifiedCall } from "../../../../test/support/test-certificates.ts";
import { sealingUnder } from "../../../platform/sealed-record.ts";
import { openCertificate, SEALED_CERTIFICATE, SEALED_EVIDENCE } from "./stored-certificate.ts";

const SEALING = sealingUnder(Buffer.alloc(32, 1));
const deployment = createTestDeployment();
const requestId = freshRequestId();
const { issued, evidence } = certifiedCall(deployment, requestId);
const box = SEALED_CERTIFICATE.seal(SEALING, issued.signable.request_id, issued);
const row = { certificate: box, evidence: undefined };
const evidenceBox = SEALED_EVIDENCE.seal(SEALING, requestId, evidence);

test("A stored certificate opens without evidence, and with evidence that was added later", () => {
  const { signable, signature } = issued;
  const open = (own: Uint8Array | undefined) =>
    openCertificate(SEALING, requestId, { certificate: box, evidence: own }).certificate;
  expect(open(undefined)).toEqual({ signable, signature, evidence: null });
  expect(open(evidenceBox)).toEqual({ signable, signature, evidence });
});

test("The stored boxes of a certificate contain nothing in clear text", () => {
  const bytes = Buffer.concat([box, evidenceBox]).toString("latin1");
  for (const text of [requestId, issued.signature.signature, evidence.prev_hash, "sanitiser"])
    expect(bytes).not.toContain(text);
});

test.each<[string, () => unknown]>([
  ["another key", () => openCertificate(sealingUnder(Buffer.alloc(32, 2)), requestId, row)],
  ["another call's id", () => openCertificate(SEALING, freshRequestId(), row)],
  [
    "another call's evidence",
    () => {
      const other = SEALED_EVIDENCE.seal(SEALING, freshRequestId(), evidence);
      return openCertificate(SEALING, requestId, { certificate: box, evidence: other });
    },
  ],
  [
    "the two boxes exchanged",
    () => openCertificate(SEALING, requestId, { certificate: evidenceBox, evidence: box }),
  ],
  [
    "a changed box",
    () => {
      const changed = Buffer.from(box);
      changed.writeUInt8(changed.readUInt8(40) ^ 1, 40);
      return openCertificate(SEALING, requestId, { ...row, certificate: changed });
    },
  ],
])("A stored certificate does not open with %s", (_what, open) => {
  expect(open).toThrow(expect.objectContaining({ code: "decryption_failed" }));
});
