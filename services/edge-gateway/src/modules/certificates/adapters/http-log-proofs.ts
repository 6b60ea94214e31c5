import { LogInclusions } from "@veil/contracts/audit-log";
import type { CertificateEvidence } from "@veil/contracts/certificate";
import { checked } from "@veil/contracts/parsing";
import type { ServiceClient } from "@veil/service-kit/http";
import type { LogProofs } from "../ports.ts";

const parse = checked(LogInclusions);
const TIMEOUT_MS = 10_000;

export function createHttpLogProofs(audit: ServiceClient): LogProofs {
  return {
    async prove(event_ids, cosigned) {
      const body = { event_ids, cosigned };
      const request = { path: "/inclusion", timeoutMs: TIMEOUT_MS, body, parse };
      const { checkpoint, proofs } = await audit.call(request);
      if (proofs.length !== event_ids.length)
        throw new Error("The audit service returned a wrong number of proofs");
      return proofs.map((proof) =>
        proof === null || checkpoint === null ? undefined : evidenceOf(proof, checkpoint),
      );
    },
  };
}

function evidenceOf(
  proof: Exclude<LogInclusions["proofs"][number], null>,
  checkpoint: string,
): CertificateEvidence {
  const { canonical: event, seq, prev_hash, path } = proof;
  return { event, seq, prev_hash: hex(prev_hash), path: path.map(hex), checkpoint };
}

function hex(base64: string): string {
  return Buffer.from(base64, "base64").toString("hex");
}
