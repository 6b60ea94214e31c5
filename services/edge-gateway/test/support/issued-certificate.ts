import { randomUUID } from "node:crypto";
import { sha256 } from "@veil/crypto";
import {
  type Changes,
  TEST_SALTS,
  type TestDeployment,
  testBatchSignature,
  testIssued,
} from "@veil/testing/certificates";
import { claimMacKeys, createClaimMaker, createClaimSigner } from "@veil/veil/claims";
import {
  certificateSummary,
  certifiedLeaf,
  signableBytes,
  summaryBytes,
} from "@veil/veil/verifier";
import { createOwnClaimSigning } from "../../src/modules/certificates/adapters/http-signing.ts";
import { SEALED_RECORD } from "../../src/modules/certificates/domain/pending-certificate.ts";
import { batchHash, storedBatch } from "../../src/modules/certificates/domain/stored-batch.ts";
import type { CertificateStore } from "../../src/modules/certificates/ports.ts";
import { parseDataKeys } from "../../src/platform/data-keys.ts";
import { testEvent } from "./admission.ts";
import { DATA_KEY } from "./test-config.ts";

export const CERTIFICATES_SEALING = parseDataKeys(DATA_KEY).sealing("certificates");

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
  const { signable } = testIssued(deployment, {
    claims: ({ gateway }) => void Object.assign(gateway, { leg_id: requestId }),
    signable(own) {
      own.request_id = requestId;
      changes.signable?.(own, deployment);
    },
  });
  const claims = await signedAgain(signable.claims, deployment);
  const { type: _, protocol_version: __, issued_at: issuedAt, ...content } = signable;
  const { issuer, environment, manifest, claims: ___, ...facts } = content;
  const signed = { ...signable, claims: claims.map(({ claim }) => claim) };
  const leaf = hexOf(certifiedLeaf(TEST_SALTS.certificate, signableBytes(signed), sha256));
  const summary = summaryBytes(certificateSummary(signed, leaf));
  const leaves = [leaf, hexOf(certifiedLeaf(TEST_SALTS.summary, summary, sha256))];
  const batch = {
    ...{ issuer: { issuer, environment, manifest }, issuedAt, leaves },
    signature: testBatchSignature(leaves, deployment),
  };
  const record = {
    ...{ owner: { actor: "system", scope: "0".repeat(64) }, facts, salts: TEST_SALTS },
    claims: claims.map(({ claim, mac }) => ({ claim: claim.claim, mac })),
  };
  const boxes = { openingsKeyBox: Buffer.alloc(60), openings: Buffer.alloc(60), leaseMs: 0 };
  const sealed = SEALED_RECORD.seal(CERTIFICATES_SEALING, requestId, record);
  await certificates.add(customerId, { requestId, record: sealed, ...boxes });
  const stored = storedBatch(
    batch,
    claims.map((one) => one.signed),
  );
  await certificates.issue({
    ...{ batchId: randomUUID(), sha256: batchHash(batch), event: testEvent() },
    signed: Buffer.from(JSON.stringify(stored)),
    calls: [{ requestId, place: [0, ...claims.map(() => 0)] }],
  });
}

/** Signs each claim alone, so that all leaves of its batch are known. */
async function signedAgain(
  claims: ReturnType<typeof testIssued>["signable"]["claims"],
  { keysOf }: Pick<TestDeployment, "keysOf">,
) {
  return await Promise.all(
    claims.map(async ({ claim: { component, leg_id: legId, at, received, emitted }, batch }) => {
      const keys = keysOf(component);
      const [macKey] = claimMacKeys(keys);
      const maker = createClaimMaker({ component, macKey, nowMs: () => Date.parse(at) });
      const { claim, mac } = maker.claim({ legId, received, emitted });
      const nowMs = () => Date.parse(batch.signed_at);
      const signing = createOwnClaimSigning(createClaimSigner({ component, keys, nowMs }));
      const { signed } = await signing.sign([{ claim, mac }]);
      if (signed === undefined) throw new Error(`${component} does not know its claim`);
      return { claim: { claim, batch: signed.batch, index: 0, path: [] }, mac, signed };
    }),
  );
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
