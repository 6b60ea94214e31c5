import type {
  IsolationFindings,
  IsolationReportMessage,
  ProbedTarget,
} from "@veil/contracts/isolation";
import { type ProbeName, type TrustBundle, verifyMessage } from "@veil/crypto";
import type { Verdict, ZoneReport } from "../../ports/isolation.ts";

/** The other sandbox, where the gateway itself reaches it. */
export interface Peer {
  readonly name: string;
  /** Undefined: the gateway does not know. */
  readonly address: string | undefined;
  readonly port: number;
}

interface OpenOptions {
  readonly trust: TrustBundle;
  readonly parseFindings: (value: unknown) => IsolationFindings;
  readonly now: Date;
}

const CLOCK_SKEW_MS = 60_000;

/** @throws Error when it is not what that probe signed for the gateway, or of a time that has not come. */
export function openFindings(
  report: IsolationReportMessage,
  probe: ProbeName,
  { trust, parseFindings, now }: OpenOptions,
): IsolationFindings {
  const body = verifyMessage(report, { from: probe, to: "edge-gateway", trust });
  const findings = parseFindings(JSON.parse(body));
  if (findings.probe !== probe) throw new Error("Isolation report: of another probe");
  if (Date.parse(findings.probed_at) > now.getTime() + CLOCK_SKEW_MS)
    throw new Error("Isolation report: from the future");
  return findings;
}

export function zoneReport(
  { targets, probed_at }: IsolationFindings,
  peer: Peer,
  signed: IsolationReportMessage,
): ZoneReport {
  const leaks = targets.filter(
    ({ name, expected, outcome }) =>
      name !== peer.name && expected === "blocked" && outcome === "connected",
  );
  return {
    verdict: verdictOf(targets, peer),
    probedAt: new Date(probed_at),
    leaks: leaks.map(({ name, address, port }) => `${name} ${address}:${port}`),
    signed,
  };
}

/** Nothing is proven by silence elsewhere, by an answer that is no connection, or where nothing at all can be reached. */
function verdictOf(targets: readonly ProbedTarget[], { name, address, port }: Peer): Verdict {
  const ports = targets.filter((target) => target.name === name && target.expected === "blocked");
  if (ports.some(({ outcome }) => outcome === "connected")) return "open";
  const tried = ports.some((target) => target.address === address && target.port === port);
  const silent = ports.every(({ outcome }) => outcome === "silent" || outcome === "unreachable");
  const controls = targets.filter(({ expected }) => expected === "open");
  const reaching = controls.every(({ outcome }) => outcome === "connected");
  return tried && silent && reaching ? "blocked" : "unverified";
}
