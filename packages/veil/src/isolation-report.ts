import {
  IsolationFindings,
  IsolationReportMessage,
  type ProbedTarget,
} from "@veil/contracts/isolation";
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

/** Whether a target is as it has to be beyond doubt: a reset is an answer, and no proof that the way is closed. */
export function isProven({ expected, outcome }: ProbedTarget): boolean {
  if (expected === "open") return outcome === "connected";
  return outcome === "silent" || outcome === "unreachable";
}
