import { CHECKS, type CheckName, type CheckReport } from "./finding.ts";

export function printReport(report: CheckReport): string {
  const { findings, counts, paths, notes } = report;
  const lines = (Object.keys(CHECKS) as CheckName[]).flatMap((name) => {
    const broken = findings.filter(({ check }) => check === name);
    const head = `${broken.length === 0 ? "ok  " : "FAIL"}  ${name.padEnd(18)}  ${CHECKS[name]}`;
    return [
      head,
      ...(name === "policies-bind" ? notRead(report) : []),
      ...broken.map(({ edge, message, policies }) =>
        [`      ${edge}: ${message}`, ...policies.map((policy) => `        by ${policy}`)].join(
          "\n",
        ),
      ),
    ];
  });
  const seen = `${counts.workloads} workloads, ${counts.policies} policies, ${counts.edges} open edges between pods`;
  return [...lines, "", seen, ...paths, ...notes, ""].join("\n");
}

/** Lists kinds that the input did not contain, because otherwise "ok" would seem to cover them. */
function notRead({ kindsNotRead }: CheckReport): readonly string[] {
  if (kindsNotRead.length === 0) return [];
  return [`      not in the input, not checked: ${kindsNotRead.join(", ")}`];
}
