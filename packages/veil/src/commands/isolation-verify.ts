import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  type IsolationFindings,
  isProven,
  lacksControl,
  type ProbedTarget,
} from "@veil/contracts/isolation";
import { checkedJson } from "@veil/contracts/parsing";
import { type ProbeName, parseTrustBundle, type TrustBundle } from "@veil/crypto";
import { Type } from "typebox";
import { openIsolationReport } from "../isolation-report.ts";
import { type Command, InputError } from "./command.ts";

const PROBES = { a: "bridge-probe", b: "inference-worker-probe" } as const;
const MINUTE_MS = 60_000;

const parseInvariant = checkedJson(
  Type.Object({
    network_probes: Type.Optional(
      Type.Record(Type.String(), Type.Object({ signed_report: Type.Optional(Type.Unknown()) })),
    ),
  }),
);

export const isolationVerify: Command = {
  name: "isolation verify",
  summary: "verify the signed reports of the probes inside the sandboxes' zones",
  help: `Usage: veil isolation verify --trust FILE [--max-age MINUTES] [FILE|-]

Reads the response of GET /invariant on the edge gateway's operator port, checks the signatures of
both probes' reports, and prints every connection that the probes tried:
  curl -s http://127.0.0.1:9080/invariant | npx veil isolation verify --trust trust.json

Exit codes: 0 both reports are signed and recent, and every result is as expected; 1 otherwise;
2 wrong usage or input

Options:
  --trust FILE       the pinned public keys of the deployment (veil keys init)
  --max-age MINUTES  reject older reports; default 5, 0 accepts every age
  --help             show this text
`,
  prepare(args) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { trust: { type: "string" }, "max-age": { type: "string", default: "5" } },
      allowPositionals: true,
    });
    const [file = "-", ...rest] = positionals;
    const maxAgeMinutes = Number(values["max-age"]);
    if (rest.length > 0) throw new Error("expected at most one file; see --help");
    if (values.trust === undefined) throw new Error("--trust is required");
    if (!(maxAgeMinutes >= 0)) throw new Error("--max-age must be a number of minutes");
    const { trust } = values;
    return async (print) => {
      const pinned = readInput(() => parseTrustBundle(readFileSync(trust, "utf8")));
      const reports = readInput(() => reportsOf(readFileSync(file === "-" ? 0 : file, "utf8")));
      const oldest = maxAgeMinutes === 0 ? undefined : Date.now() - maxAgeMinutes * MINUTE_MS;
      const problems = Object.entries(PROBES).flatMap(([zone, probe]) =>
        problemsOf(reports[zone], probe, { trust: pinned, oldest, print }),
      );
      if (problems.length > 0) throw new Error(problems.join("; "));
    };
  },
};

interface Check {
  readonly trust: TrustBundle;
  readonly oldest: number | undefined;
  readonly print: (text: string) => void;
}

function problemsOf(report: unknown, probe: ProbeName, { trust, oldest, print }: Check): string[] {
  try {
    const findings = openIsolationReport(report, probe, trust);
    print(describe(findings));
    const open = findings.targets.filter((target) => !isProven(target));
    const old = oldest !== undefined && Date.parse(findings.probed_at) < oldest;
    return [
      ...(lacksControl(findings)
        ? [`${probe}: its report has no successful connection as positive control`]
        : []),
      ...(old ? [`${probe}: the report is too old`] : []),
      ...open.map(
        ({ name, expected, outcome }) => `${probe}: ${name} is ${outcome}, not ${expected}`,
      ),
    ];
  } catch (error) {
    return [`${probe}: ${String((error as Partial<Error>).message)}`];
  }
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

function readInput<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new InputError(String((cause as Partial<Error>).message), { cause });
  }
}
