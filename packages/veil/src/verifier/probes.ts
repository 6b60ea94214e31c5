import { base64 } from "@scure/base";
import type { CertifiedIsolation } from "@veil/contracts/certificate";
import {
  IsolationFindings,
  type IsolationReportMessage,
  isProven,
  lacksControl,
} from "@veil/contracts/isolation";
import { checkedJson } from "@veil/contracts/parsing";
import { messageBytes } from "@veil/crypto/portable";
import type { Require } from "./steps.ts";
import { requireStrictJson } from "./strict-json.ts";
import type { VerifierCrypto } from "./verifier-crypto.ts";

/** How old a measurement may be. An older one proves nothing about the call. */
const PROBE_VALID_MS = 5 * 60_000;

/**
 * Maps each verdict to the probe that measures it, and to the service that this probe must not
 * reach.
 */
const ZONES = {
  a_to_b: { probe: "bridge-probe", target: "inference-worker" },
  b_to_a: { probe: "inference-worker-probe", target: "bridge" },
} as const;
const VERDICTS = ["a_to_b", "b_to_a"] as const;

const encoder = new TextEncoder();
const parseFindings = checkedJson(IsolationFindings);

interface ProbeOptions {
  readonly crypto: VerifierCrypto;
  /** Returns the key of a probe, or undefined if the manifest does not list it. */
  readonly probeKey: (probe: string, keyId: string) => Uint8Array | undefined;
}

/**
 * Requires that each report is signed by its probe. For each direction that the network policy is
 * stated to block, there must be one report of its probe that proves it.
 */
export function requireProbeReports(
  isolation: CertifiedIsolation,
  options: ProbeOptions,
  require: Require,
): void {
  const found = isolation.reports.map((report) => openReport(report, options, require));
  if (isolation.enforced_by === "service-credentials") return;
  for (const verdict of VERDICTS.filter((name) => isolation[name] === "blocked")) {
    const { probe, target } = ZONES[verdict];
    const own = found.filter((findings) => findings.probe === probe);
    require(own.length === 1, "a verdict has no report of its probe");
    for (const findings of own)
      require(provesBlocked(findings, target), "a report does not prove its verdict");
  }
}

/**
 * Requires that the reports are recent enough.
 * @param claimedAt - the time of the worker's claim, or if there is none, of the gateway's claim
 */
export function requireFreshProbes(
  isolation: CertifiedIsolation,
  claimedAt: string,
  require: Require,
): void {
  if (VERDICTS.every((name) => isolation[name] !== "blocked")) return;
  const { probed_at, reports } = isolation;
  const times = [probed_at ?? "", ...reports.map(({ body }) => parseFindings(body).probed_at)];
  for (const time of times)
    require(Date.parse(claimedAt) - Date.parse(time) <=
      PROBE_VALID_MS, "what the probes found was older than five minutes");
}

function openReport(
  report: IsolationReportMessage,
  { crypto, probeKey }: ProbeOptions,
  require: Require,
): IsolationFindings {
  const key = probeKey(report.sender, report.signing_key_id) ?? new Uint8Array(0);
  require(key.length > 0, "a report names a key that is not listed");
  const signature = base64.decode(report.signature);
  const signed = crypto.verifyEd25519(key, messageBytes(report), signature);
  require(signed, "the signature of a report is wrong");
  requireStrictJson(encoder.encode(report.body), require);
  const findings = parseFindings(report.body);
  require(findings.probe === report.sender, "a report has the findings of another probe");
  return findings;
}

function provesBlocked(findings: IsolationFindings, target: string): boolean {
  const { targets } = findings;
  const blocked = targets.filter(({ name, expected }) => name === target && expected === "blocked");
  const controls = targets.filter(({ expected }) => expected === "open");
  return blocked.length > 0 && [...blocked, ...controls].every(isProven) && !lacksControl(findings);
}
