import type { CertifiedIsolation } from "@veil/contracts/certificate";
import { wholeSecond } from "@veil/veil/claims";
import type { IsolationReport } from "../../isolation/index.ts";

/** States the isolation for a certificate, with what the probes in both zones signed. */
export function certifiedIsolation(report: IsolationReport): CertifiedIsolation {
  const { aToB, bToA, enforcedBy, probedAt, zones } = report;
  const signed = zones === undefined ? [] : [zones.a.signed, zones.b.signed];
  return {
    a_to_b: aToB,
    b_to_a: bToA,
    enforced_by: enforcedBy,
    probed_at: probedAt === undefined ? null : wholeSecond(probedAt.getTime()),
    reports: signed.filter((each) => each !== undefined),
  };
}
