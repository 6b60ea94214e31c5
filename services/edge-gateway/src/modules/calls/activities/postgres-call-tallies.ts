import type { Database } from "@veil/postgres-kit";
import type { ActivityStore, TallyReader, TallyStore } from "./ports.ts";

// Customers that were deleted in the meantime are left out. Sorted, so that two replicas lock rows
// in the same order.
const ADD = `
insert into call_tallies as c (customer_id, activity_id, span, since, kind, name, count)
select customer_id, activity_id, 'hour', since, kind, name, count
from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::bigint[])
  as given (customer_id, activity_id, since, kind, name, count)
where exists (select from customers where customers.customer_id = given.customer_id)
order by customer_id, since, activity_id, kind, name
on conflict (customer_id, span, since, activity_id, kind, name)
do update set count = c.count + excluded.count`;

const REGISTER = `
insert into activities (customer_id, activity_id)
select $1, $2 where (select count(*) from activities where customer_id = $1) < $3
on conflict (customer_id, activity_id) do update set activity_id = excluded.activity_id
returning activity_id`;

const HAS = "select activity_id from activities where customer_id = $1 and activity_id = $2";

const BY_ACTIVITY = `
select activity_id as activity, kind, name, sum(count)::bigint as count,
  min(since) as first, max(since) as last
from call_tallies where customer_id = $1 and since >= $2 and since < $3
group by activity_id, kind, name order by activity_id, kind, name`;

const BY_SPAN = `
select span, since, kind, name, sum(count)::bigint as count
from call_tallies where customer_id = $1 and kind = any($2) and since >= $3 and since < $4
group by span, since, kind, name order by since, span, kind, name`;

const BY_CUSTOMER = `
select customer_id as "customerId", kind, name, sum(count)::bigint as count
from call_tallies where span in ('hour', 'day') and since >= $1 and since < $2
  and kind in ('calls', 'found', 'provider')
group by customer_id, kind, name order by customer_id, kind, name`;

const ACTIVITIES = "select activity_id from activities where customer_id = $1 order by activity_id";

export function createPostgresCallTallies(
  database: Database,
): TallyStore & ActivityStore & TallyReader {
  return {
    async add(counts) {
      await database.execute(ADD, [
        counts.map(({ customerId }) => customerId),
        counts.map(({ activity }) => activity),
        counts.map(({ hour }) => hour),
        counts.map(({ kind }) => kind),
        counts.map(({ name }) => name),
        counts.map(({ count }) => count),
      ]);
    },
    async register(customerId, activity, max) {
      return (await database.optional(REGISTER, [customerId, activity, max])) !== undefined;
    },
    byActivity: (...values) => database.query(BY_ACTIVITY, values),
    bySpan: (customerId, kinds, { since, until }) =>
      database.query(BY_SPAN, [customerId, kinds, since, until]),
    byCustomer: (...values) => database.query(BY_CUSTOMER, values),
    async activities(customerId) {
      const rows = await database.query<{ activity_id: string }>(ACTIVITIES, [customerId]);
      return rows.map(({ activity_id }) => activity_id);
    },
    async has(customerId, activity) {
      return (await database.optional(HAS, [customerId, activity])) !== undefined;
    },
  };
}
