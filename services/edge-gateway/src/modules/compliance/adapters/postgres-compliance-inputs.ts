import type { Database } from "@veil/postgres-kit";
import { insertLeasedEvents } from "../../audit/postgres.ts";
import type { ComplianceInputs, StoredInput } from "../ports.ts";

const NEWEST = `
select distinct on (topic) topic, version, content_sealed as sealed, created_at as "createdAt"
from compliance_inputs where customer_id = $1 order by topic, version desc`;

// Two requests at once compute the same number: the second one adds nothing and tries again.
const ADD = `
with added as (
  insert into compliance_inputs (customer_id, topic, version, content_sealed, created_at)
  select $1, $2, coalesce(max(version), 0) + 1, $3, $4
  from compliance_inputs where customer_id = $1 and topic = $2
  on conflict (customer_id, topic, version) do nothing
  returning version
), recorded as (
  ${insertLeasedEvents("(select $5::jsonb as event from added) given")}
)
select version from added`;

const ATTEMPTS = 10;

export function createPostgresComplianceInputs(database: Database): ComplianceInputs {
  return {
    newest: (customerId) => database.query<StoredInput>(NEWEST, [customerId]),
    async add(customerId, { topic, sealed, createdAt }, event) {
      const values = [customerId, topic, sealed, createdAt, JSON.stringify(event)];
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const row = await database.optional<{ version: number }>(ADD, values);
        if (row !== undefined) return row.version;
      }
      throw new Error("Too many changes of one topic at once");
    },
  };
}
