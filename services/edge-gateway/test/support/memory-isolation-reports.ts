import type { IsolationReportMessage } from "@veil/contracts/isolation";
import type { IsolationReports } from "../../src/modules/isolation/ports.ts";

export function createMemoryIsolationReports(): IsolationReports {
  const newest = new Map<string, { report: IsolationReportMessage; probedAt: Date }>();
  return {
    async save(report, probedAt) {
      const known = newest.get(report.sender);
      if (known === undefined || known.probedAt < probedAt)
        newest.set(report.sender, { report, probedAt });
    },
    find: async (probe) => newest.get(probe)?.report,
  };
}
