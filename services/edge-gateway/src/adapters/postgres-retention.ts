import type { Database } from "@veil/postgres-kit";

/** One statement for each rule; `$1` is now. The comments of the tables in the migrations say the same. */
const RULES = {
  registration_envelopes: "delete from registration_envelopes where expires_at <= $1",
  sessions: "delete from sessions where expires_at <= $1",
  revoked_keys: `delete from api_keys where revoked_at < $1::timestamptz - interval '90 days'
    or expires_at < $1::timestamptz - interval '90 days'`,
  contacts: "delete from contacts where created_at < $1::timestamptz - interval '90 days'",
  // The month 24 months ago is still kept completely.
  usage_months: `delete from usage_monthly
    where month < date_trunc('month', $1::timestamptz at time zone 'utc') - interval '24 months'`,
  deleted_usage_months: `delete from usage_of_deleted
    where month < date_trunc('month', $1::timestamptz at time zone 'utc') - interval '24 months'`,
  email_tombstones: `delete from email_tombstones
    where month < date_trunc('month', $1::timestamptz at time zone 'utc')`,
  job_answers: `update jobs set answer = null, relink_map = null
    where coalesce(finished_at, deadline_at) < $1::timestamptz - interval '24 hours'
      and (answer is not null or relink_map is not null)`,
  job_idempotency_keys: `update jobs set idempotency_lookup = null, body_hash = null
    where created_at < $1::timestamptz - interval '24 hours'
      and (idempotency_lookup is not null or body_hash is not null)`,
  job_rows: `delete from jobs where created_at < $1::timestamptz - interval '30 days'
    or (state = 'gone' and deadline_at < $1)`,
};

type Rule = keyof typeof RULES;

/** Deletes rows past their retention. @returns the number of changed rows for each rule */
export async function deleteExpired(database: Database, now: Date): Promise<Record<Rule, number>> {
  const counts: [Rule, number][] = [];
  for (const rule of Object.keys(RULES) as Rule[])
    counts.push([rule, await database.execute(RULES[rule], [now])]);
  return Object.fromEntries(counts) as Record<Rule, number>;
}
