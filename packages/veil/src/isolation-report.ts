import { IsolationFindings, IsolationReportMessage } from "@veil/contracts/isolation";
import { checked, checkedJson } from "@veil/contracts/parsing";
import {
  type ProbeName,
  type TrustBundle,
  VerificationError,
  verifying,
  verifyMessage,
} from "@veil/crypto";

const parseReport = checked(IsolationReportMessage);
const parseFindings = checkedJson(IsolationFindings);

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
  const signed = verifying("malformed", "not a signed report", () => parseReport(report));
  const body = verifyMessage(signed, { from: probe, to: "edge-gateway", trust });
  const findings = verifying("malformed", "the signed text is not findings", () =>
    parseFindings(body),
  );
  if (findings.probe !== probe)
    throw new VerificationError("wrong_sender", "the signed text is not that probe's findings");
  return findings;
}
