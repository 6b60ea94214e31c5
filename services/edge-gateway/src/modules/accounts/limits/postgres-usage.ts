import type { Database } from "@veil/postgres-kit";
import type { Usage } from "../ports.ts";

const READ = "select used from usage_monthly where customer_id = $1 and class = $2 and month = $3";

/** Reads usage only. A request is counted by the statement that admits it. */
export function createPostgresUsage(database: Database): Usage {
  return {
    async used(customerId, usageClass, month) {
      const values = [customerId, usageClass, month];
      const row = await database.optional<{ used: number }>(READ, values, { name: "read-usage" });
      return row?.used ?? 0;
    },
  };
}
