import type { Database } from "@veil/postgres-kit";

/**
 * One statement for each retention rule; `$1` is the current time. The comments on the tables in
 * the migrations state the same rules.
 */
const RULES = {
  registration_envelopes: "delete from registration_envelopes where expires_at <= $1",
  sessions: "delete from sessions where expires_at <= $1",
  revoked_keys: `delete from api_keys where revoked_at < $1::timestamptz - interval '90 days'
    or expires_at < $1::timestamptz - interval '90 days'`,
  contacts: "delete from contacts where created_at < $1::timestamptz - interval '90 days'",
  // The month that began 24 months before the current one is still kept.
  usage_months: `delete from usage_monthly
    where month < date_trunc('month', $1::timestamptz at time zone 'utc') - interval '24 months'`,
  deleted_usage_months: `delete from usage_of_deleted
    where month < date_trunc('month', $1::timestamptz at time zone 'utc') - interval '24 months'`,
  email_tombstones: `delete from email_tombstones
    where month < date_trunc('month', $1::timestamptz at time zone 'utc')`,
  job_answers: `update jobs set answer = null, relink_map = null, certificate_draft = null
    where coalesce(finished_at, deadline_at) < $1::timestamptz - interval '24 hours'
      and num_nonnulls(answer, relink_map, certificate_draft) > 0`,
  job_idempotency_keys: `update jobs set idempotency_lookup = null, body_hash = null
    where created_at < $1::timestamptz - interval '24 hours'
      and (idempotency_lookup is not null or body_hash is not null)`,
  job_rows: `delete from jobs where created_at < $1::timestamptz - interval '30 days'
    or (state = 'gone' and deadline_at < $1)`,
};

/** Rules whose period the operator sets: `$2` is a number of days. */
const RULES_IN_DAYS = {
  certificate_openings: `update certificates set openings = null, openings_key_box = null
    where created_at < $1::timestamptz - $2 * interval '1 day' and openings is not null`,
  certificates: `with batches as (
      delete from certificate_batches where created_at < $1::timestamptz - $2 * interval '1 day'
    )
    delete from certificates where decided_at < $1::timestamptz - $2 * interval '1 day'`,
};

/** The number of days for which each kind of row is kept. */
export type RetentionDays = Readonly<Record<keyof typeof RULES_IN_DAYS, number>>;
type Counts = Record<keyof typeof RULES | keyof typeof RULES_IN_DAYS, number>;

/**
 * Deletes data whose retention period has ended.
 * @returns the number of changed rows for each rule
 */
export async function deleteExpired(
  database: Database,
  now: Date,
  days: RetentionDays,
): Promise<Counts> {
  const statements = [
    ...Object.entries(RULES).map(([rule, text]) => [rule, text, [now]] as const),
    ...(Object.keys(RULES_IN_DAYS) as (keyof typeof RULES_IN_DAYS)[]).map(
      (rule) => [rule, RULES_IN_DAYS[rule], [now, days[rule]]] as const,
    ),
  ];
  const counts: [string, number][] = [];
  for (const [rule, text, values] of statements)
    counts.push([rule, await database.execute(text, values)]);
  return Object.fromEntries(counts) as Counts;
}
