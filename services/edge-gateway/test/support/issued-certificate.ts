import { deriveKey } from "@veil/crypto";
import {
  type Changes,
  type TestDeployment,
  testIssued,
  withSummarySignature,
} from "@veil/testing/certificates";
import {
  certificateHash,
  SEALED_CERTIFICATE,
} from "../../src/modules/certificates/domain/stored-certificate.ts";
import type { CertificateStore } from "../../src/modules/certificates/ports.ts";
import { testEvent } from "./admission.ts";
import { DATA_KEY } from "./test-config.ts";

export const CERTIFICATES_KEY = deriveKey(
  Buffer.from(DATA_KEY, "hex"),
  "veil/gateway/certificates/v1",
);

interface Issued {
  readonly certificates: CertificateStore;
  readonly customerId: Parameters<CertificateStore["add"]>[0];
  readonly deployment: TestDeployment;
  /** The request id: `req_` and 32 hexadecimal digits. */
  readonly requestId: string;
  readonly changes?: Pick<Changes, "signable">;
}

/** Stores a certificate for a call of a customer, as the issuer would. */
export async function storeIssued({
  certificates,
  customerId,
  deployment,
  requestId,
  changes = {},
}: Issued): Promise<void> {
  const certificate = testIssued(deployment, {
    claims: ({ gateway }) => void Object.assign(gateway, { leg_id: requestId }),
    signable(own) {
      own.request_id = requestId;
      changes.signable?.(own, deployment);
    },
  });
  const boxes = { openingsKeyBox: Buffer.alloc(60), openings: Buffer.alloc(60), leaseMs: 0 };
  await certificates.add(customerId, { requestId, pending: Buffer.alloc(1), ...boxes });
  const issued = withSummarySignature(certificate, deployment);
  const sealed = SEALED_CERTIFICATE.seal(CERTIFICATES_KEY, issued.signable.request_id, issued);
  const sha256 = certificateHash(issued);
  await certificates.decide([{ requestId, certificate: sealed, sha256, event: testEvent() }]);
}
