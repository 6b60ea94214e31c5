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
 * Verifies a `signed_report` of `/invariant`, and returns its findings.
 * @throws VerificationError when the report is malformed, or was not signed by this probe with a
 * key of the bundle
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
    throw new VerificationError(
      "wrong_sender",
      "the signed text does not contain that probe's findings",
    );
  return findings;
}
