import { readFileSync } from "node:fs";
import { type Command, InvalidArgumentError } from "@commander-js/extra-typings";
import {
  type IsolationFindings,
  isProven,
  lacksControl,
  type ProbedTarget,
} from "@veil/contracts/isolation";
import { checkedJson } from "@veil/contracts/parsing";
import { type ProbeName, parseTrustBundle, type TrustBundle } from "@veil/crypto";
import { openIsolationReport } from "@veil/veil";
import { Type } from "typebox";
import { printBody } from "../output/print.ts";
import type { Cli } from "../program/cli.ts";
import { checkFailed, orUsageError } from "../program/command-error.ts";
import { leaf } from "../program/leaf.ts";
import { readText } from "./input-text.ts";

const PROBES = { a: "bridge-probe", b: "inference-worker-probe" } as const;
const MINUTE_MS = 60_000;

const parseInvariant = checkedJson(
  Type.Object({
    network_probes: Type.Optional(
      Type.Record(Type.String(), Type.Object({ signed_report: Type.Optional(Type.Unknown()) })),
    ),
  }),
);

interface VerifyOptions {
  readonly trust: string;
  readonly maxAge: number;
  readonly json?: true | undefined;
}

export function addIsolationVerify(parent: Command, cli: Cli): void {
  leaf(parent, {
    usage: "verify [FILE]",
    summary: "verify the signed reports of the probes inside the sandboxes' zones",
    description:
      "Reads the response of GET /invariant on the edge gateway's operator port from FILE or standard input, checks " +
      "the signatures of both probes' reports, and prints every connection that the probes tried.",
    fails: "a report is not signed or not recent, or a result is not as expected",
    examples: [
      "curl -s http://127.0.0.1:9080/invariant | veil isolation verify --trust trust.json",
      "veil isolation verify --trust trust.json --max-age 0 invariant.json",
    ],
  })
    .requiredOption(
      "--trust <FILE>",
      "pinned public keys of the deployment (veil service-keys init)",
    )
    .option("--max-age <MINUTES>", "reject older reports; 0 accepts every age", minutes, 5)
    .action(async (file, options) => verify(cli, await readText(cli, file ?? "-"), options));
}

function verify(cli: Cli, invariant: string, { trust, maxAge, json }: VerifyOptions): void {
  const pinned = orUsageError(() => parseTrustBundle(readFileSync(trust, "utf8")));
  const reports = orUsageError(() => reportsOf(invariant));
  const oldest = maxAge === 0 ? undefined : Date.now() - maxAge * MINUTE_MS;
  const verified = Object.entries(PROBES).map(([zone, probe]) =>
    verifyReport(reports[zone], probe, { trust: pinned, oldest }),
  );
  const problems = verified.flatMap((report) => report.problems);
  const found = verified.flatMap(({ findings }) => (findings === undefined ? [] : [findings]));
  printBody(cli, { json }, { reports: found, problems }, () => found.map(describe).join(""));
  if (problems.length > 0) throw checkFailed(problems.join("; "));
}

function minutes(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= 0) return value;
  throw new InvalidArgumentError("Use a number of minutes.");
}

interface Check {
  readonly trust: TrustBundle;
  readonly oldest: number | undefined;
}

interface Verified {
  /** Undefined when the report is not validly signed by the probe. */
  readonly findings?: IsolationFindings;
  readonly problems: readonly string[];
}

function verifyReport(report: unknown, probe: ProbeName, { trust, oldest }: Check): Verified {
  try {
    const findings = openIsolationReport(report, probe, trust);
    return { findings, problems: problemsOf(findings, oldest) };
  } catch (error) {
    return { problems: [`${probe}: ${String((error as Partial<Error>).message)}`] };
  }
}

function problemsOf(findings: IsolationFindings, oldest: number | undefined): string[] {
  const { probe, probed_at, targets } = findings;
  const open = targets.filter((target) => !isProven(target));
  const old = oldest !== undefined && Date.parse(probed_at) < oldest;
  return [
    ...(lacksControl(findings)
      ? [`${probe}: its report has no successful connection as positive control`]
      : []),
    ...(old ? [`${probe}: the report is too old`] : []),
    ...open.map(
      ({ name, expected, outcome }) => `${probe}: ${name} is ${outcome}, not ${expected}`,
    ),
  ];
}

function describe({ probe, probed_at, rounds, targets }: IsolationFindings): string {
  const lines = targets.map((target) => `  ${describeTarget(target)}`);
  const tries = rounds === 1 ? "" : `, in round ${rounds}`;
  return `${probe}, ${probed_at}${tries}: the signature is valid\n${lines.join("\n")}\n`;
}

function describeTarget(target: ProbedTarget): string {
  const { name, address, port, expected, outcome } = target;
  const sign = isProven(target) ? "ok      " : "NOT OK  ";
  return `${sign}${name.padEnd(22)}${`${address ?? "?"}:${port}`.padEnd(24)}must be ${expected}, was ${outcome}`;
}

function reportsOf(text: string): Record<string, unknown> {
  const { network_probes: probes } = parseInvariant(text);
  if (probes === undefined)
    throw new Error("the gateway has no probes: BRIDGE_PROBE_URL and WORKER_PROBE_URL are not set");
  return Object.fromEntries(Object.keys(PROBES).map((zone) => [zone, probes[zone]?.signed_report]));
}
