import { randomBytes, randomUUID } from "node:crypto";
import { sha256Hex } from "@veil/crypto";
import type { EndedCertificate } from "../../src/modules/certificates/index.ts";
import type { IssuedBatch } from "../../src/modules/certificates/ports.ts";
import { testEvent } from "./admission.ts";

/** Makes a certificate with arbitrary boxes, since stores keep them without reading them. */
export function testEnded(requestId = freshRequestId()): EndedCertificate {
  const box = (name: string) => Buffer.from(`${name} of ${requestId}`);
  return {
    ...{ requestId, record: box("record"), leaseMs: 0 },
    ...{ openingsKeyBox: box("key"), openings: box("openings") },
  };
}

export function freshRequestId(): string {
  return `req_${randomBytes(16).toString("hex")}`;
}

/** Makes a batch with arbitrary bytes, which signs the certificates of the calls. */
export function issuedNow(...requestIds: readonly string[]): IssuedBatch {
  const batchId = randomUUID();
  const signed = Buffer.from(`signatures of ${batchId}`);
  return {
    ...{ batchId, signed, sha256: sha256Hex(signed), event: testEvent() },
    calls: requestIds.map((requestId, at) => ({ requestId, place: [2 * at, at, at, at, at] })),
  };
}

export function refusedNow(requestId: string) {
  return { requestId, refused: "edge_mismatch", event: testEvent() };
}
