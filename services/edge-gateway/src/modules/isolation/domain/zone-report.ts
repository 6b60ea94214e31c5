import {
  IsolationFindings,
  type IsolationReportMessage,
  isProven,
  lacksControl,
  type ProbedTarget,
} from "@veil/contracts/isolation";
import { checkedJson } from "@veil/contracts/parsing";
import { type ProbeName, type TrustBundle, VerificationError, verifyMessage } from "@veil/crypto";
import type { Verdict, ZoneReport } from "../ports.ts";

export interface Peer {
  readonly name: string;
  readonly address: string | undefined;
  readonly port: number;
}

interface OpenOptions {
  readonly trust: TrustBundle;
  readonly nowMs: number;
}

const CLOCK_SKEW_MS = 60_000;

const parseFindings = checkedJson(IsolationFindings);

/**
 * Opens a probe's findings.
 * @throws VerificationError when the probe did not sign them for the gateway or their time is in
 * the future
 */
export function openFindings(
  report: IsolationReportMessage,
  probe: ProbeName,
  { trust, nowMs }: OpenOptions,
): IsolationFindings {
  const body = verifyMessage(report, { from: probe, to: "edge-gateway", trust });
  const findings = parseFindings(body);
  if (findings.probe !== probe)
    throw new VerificationError("wrong_sender", "Isolation report: from another probe");
  if (Date.parse(findings.probed_at) > nowMs + CLOCK_SKEW_MS)
    throw new VerificationError("not_yet_valid", "Isolation report: from the future");
  return findings;
}

export function zoneReport(
  findings: IsolationFindings,
  peer: Peer,
  signed: IsolationReportMessage,
): ZoneReport {
  const { targets, probed_at } = findings;
  const wrong = targets.filter((target) => !isProven(target));
  const isLeak = ({ expected, outcome }: ProbedTarget) =>
    expected === "blocked" && outcome === "connected";
  const leaks = wrong.filter((target) => isLeak(target) && target.name !== peer.name);
  const unproven = wrong.filter((target) => !isLeak(target));
  return {
    verdict: verdictOf(findings, peer),
    probedAt: new Date(probed_at),
    leaks: leaks.map(({ name, address, port }) => `${name} ${address}:${port}`),
    unproven: unproven.map(({ name, outcome }) => `${name} ${outcome}`),
    signed,
  };
}

/**
 * Returns the verdict on the peer. The result is `unverified` if the peer was not tried at its
 * address, if a port responded without accepting a connection, or if targets that must be open were
 * not reached.
 */
function verdictOf(findings: IsolationFindings, peer: Peer): Verdict {
  const { targets } = findings;
  const ports = targets.filter(
    ({ name, expected }) => name === peer.name && expected === "blocked",
  );
  if (ports.some(({ outcome }) => outcome === "connected")) return "open";
  const tried = ports.some(({ address, port }) => address === peer.address && port === peer.port);
  const controls = targets.filter(({ expected }) => expected === "open");
  const proven = [...ports, ...controls].every(isProven);
  return tried && proven && !lacksControl(findings) ? "blocked" : "unverified";
}
