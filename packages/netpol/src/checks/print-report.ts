import { CHECKS, type CheckName, type CheckReport } from "./finding.ts";

/** The report for people: a line for each check, and under it what is wrong. */
export function printReport(report: CheckReport): string {
  const { findings, counts, paths, notes } = report;
  const lines = (Object.keys(CHECKS) as CheckName[]).flatMap((name) => {
    const broken = findings.filter(({ check }) => check === name);
    const head = `${broken.length === 0 ? "ok  " : "FAIL"}  ${name.padEnd(18)}  ${CHECKS[name]}`;
    return [
      head,
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
