import { describe, expect, test } from "@jest/globals";
import type { CertificateEvidence } from "@veil/contracts/certificate";
import { sha256 } from "@veil/crypto";
import { createTestDeployment } from "@veil/testing/certificates";
import { certificateHash } from "@veil/veil/verifier";
import { certifiedCall } from "../../../../test/support/test-certificates.ts";
import { createEvidenceCheck } from "./certificate-checks.ts";

const deployment = createTestDeployment();
const { issued, evidence } = certifiedCall(deployment, "req_1");
const checkLogged = createEvidenceCheck(deployment.keySet.trust.keys);
const check = (certificate: typeof issued, evidence: CertificateEvidence) =>
  checkLogged({ requestId: "req_1", sha256: () => certificateHash(certificate, sha256), evidence });

describe("createEvidenceCheck", () => {
  test("evidence is accepted when its event and path lead from the certificate to a checkpoint of the pinned log", () => {
    check(issued, evidence);
    check(issued, evidence);
  });

  test.each<[string, string, () => CertificateEvidence]>([
    [
      "of another call's certificate",
      "wrong_log_entry",
      () => certifiedCall(deployment, "req_2").evidence,
    ],
    [
      "of another certificate of the call",
      "wrong_log_entry",
      () => ({
        ...evidence,
        event: evidence.event.replace(/(?<=certificate_sha256":")[0-9a-f]+/, "0".repeat(64)),
      }),
    ],
    [
      "with another position in the log",
      "not_in_log",
      () => ({ ...evidence, seq: evidence.seq + 1 }),
    ],
    ["without its path", "not_in_log", () => ({ ...evidence, path: [] })],
    [
      "with another preceding event",
      "not_in_log",
      () => ({ ...evidence, prev_hash: "0".repeat(64) }),
    ],
    [
      "of a log that is not pinned",
      "bad_checkpoint",
      () => ({
        ...evidence,
        checkpoint: certifiedCall(createTestDeployment(), "req_1").evidence.checkpoint,
      }),
    ],
    [
      "with a checkpoint that was changed",
      "bad_checkpoint",
      () => ({ ...evidence, checkpoint: evidence.checkpoint.replace("\n10\n", "\n11\n") }),
    ],
  ])("evidence %s is refused", (_what, code, other) => {
    check(issued, evidence);
    expect(() => check(issued, other())).toThrow(expect.objectContaining({ code }));
  });
});
