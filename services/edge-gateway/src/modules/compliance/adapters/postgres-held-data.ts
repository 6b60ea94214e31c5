import type { CustomerData } from "@veil/contracts/public/compliance/dsar";
import type { Database } from "@veil/postgres-kit";
import type { HeldData } from "../ports.ts";

/**
 * The tables with a customer's rows. Columns that are not shown hold hashes, and boxes that only
 * another key opens.
 */
export const HELD: Readonly<Record<string, readonly string[]>> = {
  customers: [
    ...["salt", "email_lookup", "email_lookup_version", "email_sealed", "company_sealed"],
    "subject_key_sealed",
  ],
  customer_passwords: ["hash"],
  sessions: ["session_hmac", "pepper_version"],
  members: ["person_hmac", "pepper_version", "person_sealed"],
  api_keys: ["key_hmac", "pepper_version"],
  provider_keys: ["box"],
  registration_envelopes: ["sealed_key"],
  entity_lists: ["box"],
  usage_monthly: [],
  jobs: [
    ...["relink_map", "answer", "certificate_draft", "idempotency_lookup", "body_hash"],
    ...["finished_by", "interim_failure"],
  ],
  certificates: ["pending", "certificate", "record", "openings", "openings_key_box", "evidence"],
  activities: [],
  call_tallies: [],
  compliance_inputs: ["content_sealed"],
  subject_requests: ["value_sealed"],
};

const MAX_ROWS = 10_000;

const rowsOf = (table: string) =>
  `select to_jsonb(t) - $2::text[] as row from ${table} t where customer_id = $1 limit ${MAX_ROWS}`;

const countOf = (table: string) =>
  `select count(*)::int as count from ${table} where customer_id = $1`;

export function createPostgresHeldData(database: Database): HeldData {
  return async function readHeldData(customerId) {
    const stored: CustomerData["stored"] = [];
    for (const [table, notShown] of Object.entries(HELD)) {
      const rows = await database.query<{ row: Record<string, unknown> }>(rowsOf(table), [
        customerId,
        notShown,
      ]);
      const total = await database.optional<{ count: number }>(countOf(table), [customerId]);
      stored.push({
        table,
        rows: rows.map(({ row }) => row),
        not_shown: [...notShown],
        more: Math.max(0, (total?.count ?? 0) - rows.length),
      });
    }
    return stored;
  };
}
