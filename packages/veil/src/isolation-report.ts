import { IsolationFindings, IsolationReportMessage } from "@veil/contracts/isolation";
import { type ProbeName, type TrustBundle, verifyMessage } from "@veil/crypto";
import { Check } from "typebox/value";

/**
 * What a probe inside a sandbox's zone signed for the gateway, as `/invariant` shows it in `signed_report`.
 *
 * @throws Error when it has another form, or when that probe did not sign it with a key of the bundle
 */
export function openIsolationReport(
  report: unknown,
  probe: ProbeName,
  trust: TrustBundle,
): IsolationFindings {
  if (!Check(IsolationReportMessage, report)) throw new Error("not a signed report");
  const body = verifyMessage(report, { from: probe, to: "edge-gateway", trust });
  const findings: unknown = JSON.parse(body);
  if (!Check(IsolationFindings, findings) || findings.probe !== probe)
    throw new Error("the signed text is not that probe's findings");
  return findings;
}
