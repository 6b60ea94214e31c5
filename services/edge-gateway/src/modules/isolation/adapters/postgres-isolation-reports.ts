import type { Database } from "@veil/postgres-kit";
import type { IsolationReports } from "../ports.ts";

const SAVE = `
insert into isolation_reports (probe, probed_at, report) values ($1, $2, $3)
on conflict (probe) do update set probed_at = excluded.probed_at, report = excluded.report
where isolation_reports.probed_at < excluded.probed_at`;

const FIND = "select report from isolation_reports where probe = $1";

export function createPostgresIsolationReports(database: Database): IsolationReports {
  return {
    async save(report, probedAt) {
      await database.execute(SAVE, [report.sender, probedAt, JSON.stringify(report)]);
    },
    async find(probe) {
      const row = await database.optional<{ report: unknown }>(FIND, [probe]);
      return row?.report;
    },
  };
}
