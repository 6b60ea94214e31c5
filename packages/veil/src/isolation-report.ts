import { IsolationFindings, IsolationReportMessage } from "@veil/contracts/isolation";
import { type ProbeName, type TrustBundle, VerificationError, verifyMessage } from "@veil/crypto";
import { Check } from "typebox/value";

/**
 * What a probe inside a sandbox's zone signed for the gateway, as `/invariant` shows it in `signed_report`.
 *
 * @throws VerificationError when it has another form, or when that probe did not sign it with a key of the bundle
 */
export function openIsolationReport(
  report: unknown,
  probe: ProbeName,
  trust: TrustBundle,
): IsolationFindings {
  if (!Check(IsolationReportMessage, report))
    throw new VerificationError("malformed", "not a signed report");
  const body = verifyMessage(report, { from: probe, to: "edge-gateway", trust });
  const findings = parse(body);
  if (!Check(IsolationFindings, findings))
    throw new VerificationError("malformed", "the signed text is not findings");
  if (findings.probe !== probe)
    throw new VerificationError("wrong_sender", "the signed text is not that probe's findings");
  return findings;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new VerificationError("malformed", "the signed text is not JSON", { cause });
  }
}
