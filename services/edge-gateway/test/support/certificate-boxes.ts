import { randomBytes } from "node:crypto";
import { sha256Hex } from "@veil/crypto";
import type { EndedCertificate } from "../../src/modules/certificates/index.ts";
import { testEvent } from "./admission.ts";

/** Makes a certificate with arbitrary boxes, since stores keep them without reading them. */
export function testEnded(requestId = freshRequestId()): EndedCertificate {
  const box = (name: string) => Buffer.from(`${name} of ${requestId}`);
  return {
    ...{ requestId, pending: box("pending"), leaseMs: 0 },
    ...{ openingsKeyBox: box("key"), openings: box("openings") },
  };
}

export function freshRequestId(): string {
  return `req_${randomBytes(16).toString("hex")}`;
}

export function issuedNow(requestId: string) {
  const certificate = Buffer.from(`certificate of ${requestId}`);
  return { requestId, certificate, sha256: sha256Hex(certificate), event: testEvent() };
}

export function refusedNow(requestId: string) {
  return { requestId, refused: "edge_mismatch", event: testEvent() };
}
