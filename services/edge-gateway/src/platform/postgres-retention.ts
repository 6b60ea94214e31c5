import type { Database } from "@veil/postgres-kit";

interface Rule {
  /** For how long the rule keeps its data, in words. */
  readonly kept: string;
  readonly text: string;
}

/**
 * The statement of each retention rule; `$1` is the current time. The comments on the tables in the
 * migrations state the same rules.
 */
const RULES = {
  registration_envelopes: {
    kept: "for the replay window, or 24 hours",
    text: "delete from registration_envelopes where expires_at <= $1",
  },
  sessions: { kept: "until it ends", text: "delete from sessions where expires_at <= $1" },
  revoked_keys: {
    kept: "90 days",
    text: `delete from api_keys where revoked_at < $1::timestamptz - interval '90 days'
      or expires_at < $1::timestamptz - interval '90 days'`,
  },
  contacts: {
    kept: "90 days",
    text: "delete from contacts where created_at < $1::timestamptz - interval '90 days'",
  },
  usage_months: {
    // The month that began 24 months before the current one is still kept.
    kept: "24 months",
    text: `delete from usage_monthly
      where month < date_trunc('month', $1::timestamptz at time zone 'utc') - interval '24 months'`,
  },
  deleted_usage_months: {
    kept: "24 months",
    text: `delete from usage_of_deleted
      where month < date_trunc('month', $1::timestamptz at time zone 'utc') - interval '24 months'`,
  },
  email_tombstones: {
    kept: "until the month ends",
    text: `delete from email_tombstones
      where month < date_trunc('month', $1::timestamptz at time zone 'utc')`,
  },
  tallies_by_hour: {
    kept: "90 days",
    text: `with old as (
        delete from call_tallies where span = 'hour' and since < $1::timestamptz - interval '90 days'
        returning *
      )
      insert into call_tallies as c (customer_id, activity_id, span, since, kind, name, count)
      select customer_id, activity_id, 'day', date_trunc('day', since, 'UTC'), kind, name, sum(count)
      from old group by 1, 2, 3, 4, 5, 6
      on conflict (customer_id, span, since, activity_id, kind, name)
      do update set count = c.count + excluded.count`,
  },
  tallies_by_day: {
    kept: "24 months",
    text: `delete from call_tallies
      where span = 'day' and since < $1::timestamptz - interval '24 months'`,
  },
  job_answers: {
    kept: "24 hours",
    text: `update jobs set answer = null, relink_map = null, certificate_draft = null
      where coalesce(finished_at, deadline_at) < $1::timestamptz - interval '24 hours'
        and num_nonnulls(answer, relink_map, certificate_draft) > 0`,
  },
  job_idempotency_keys: {
    kept: "24 hours",
    text: `update jobs set idempotency_lookup = null, body_hash = null
      where created_at < $1::timestamptz - interval '24 hours'
        and (idempotency_lookup is not null or body_hash is not null)`,
  },
  subject_requests: {
    kept: "3 years after their end",
    text: "delete from subject_requests where ended_at < $1::timestamptz - interval '3 years'",
  },
  job_rows: {
    kept: "30 days",
    text: `delete from jobs where created_at < $1::timestamptz - interval '30 days'
      or (state = 'gone' and deadline_at < $1)`,
  },
} satisfies Record<string, Rule>;

/** The statements of rules whose period the operator sets: `$2` is a number of days. */
const RULES_IN_DAYS = {
  certificate_openings: `update certificates set openings = null, openings_key_box = null
    where created_at < $1::timestamptz - $2 * interval '1 day' and openings is not null`,
  certificates: `with batches as (
      delete from certificate_batches where created_at < $1::timestamptz - $2 * interval '1 day'
    )
    delete from certificates where decided_at < $1::timestamptz - $2 * interval '1 day'`,
};

type RuleName = keyof typeof RULES | keyof typeof RULES_IN_DAYS;
/** The number of days for which each kind of row is kept. */
export type RetentionDays = Readonly<Record<keyof typeof RULES_IN_DAYS, number>>;
type Counts = Record<RuleName, number>;

export const RETENTION_RULES: readonly string[] = [
  ...Object.keys(RULES),
  ...Object.keys(RULES_IN_DAYS),
];

const RECORD = `
insert into sweeps (rule, kept, changed, swept_at) values ($1, $2, $3, $4)
on conflict (rule) do update
set kept = excluded.kept, changed = excluded.changed, swept_at = excluded.swept_at`;

/**
 * Deletes data whose retention period has ended, and records when each rule was enforced.
 * @returns the number of changed rows for each rule
 */
export async function deleteExpired(
  database: Database,
  now: Date,
  days: RetentionDays,
): Promise<Counts> {
  const inDays = Object.entries(RULES_IN_DAYS) as [keyof RetentionDays, string][];
  const statements = [
    ...Object.entries(RULES).map(([rule, own]) => ({ rule, ...own, values: [now] })),
    ...inDays.map(([rule, text]) => ({
      ...{ rule, text, kept: `${days[rule]} days`, values: [now, days[rule]] },
    })),
  ];
  const counts: [string, number][] = [];
  for (const { rule, kept, text, values } of statements) {
    const changed = await database.execute(text, values);
    await database.execute(RECORD, [rule, kept, changed, now]);
    counts.push([rule, changed]);
  }
  return Object.fromEntries(counts) as Counts;
}
