import type { Database, Queryable } from "@veil/postgres-kit";
import type { CustomerId } from "../keys/caller.ts";
import type { Accounts, NewAccount } from "../ports.ts";
import { repeatedOnConflict } from "./postgres-conflict.ts";

interface DeletionRow {
  readonly cancelled_jobs: number;
  readonly organisation_deleted: boolean;
}

const LOOKUP = "select email_lookup from customers where customer_id = $1";

const DELETE = "select cancelled_jobs, organisation_deleted from delete_customer($1, $2, $3)";

const TAKE_TOMBSTONES = `
with taken as (
  delete from email_tombstones where email_hmac = any($2) returning month, standard_used, developer_used
)
insert into usage_monthly (customer_id, month, class, used)
select $1, month, class, max(used)
from taken cross join lateral (values ('standard', standard_used), ('developer', developer_used)) as by_class (class, used)
where month = date_trunc('month', now() at time zone 'utc')::date and used > 0
group by month, class`;

export function postgresAccountDeletion(database: Database): Pick<Accounts, "delete"> {
  return {
    delete: (customerId, { tombstoneOf, event }) =>
      repeatedOnConflict(async () => {
        const known = await database.optional<{ email_lookup: Buffer }>(LOOKUP, [customerId]);
        if (known === undefined) return undefined;
        const values = [customerId, tombstoneOf(known.email_lookup), JSON.stringify(event)];
        const row = await database.optional<DeletionRow>(DELETE, values);
        if (row === undefined) return undefined;
        const { cancelled_jobs: cancelledJobs, organisation_deleted: organizationDeleted } = row;
        return { cancelledJobs, organizationDeleted };
      }),
  };
}

/** A new customer starts with this month's use of the deleted one with the same address. */
export async function takeTombstones(
  tx: Queryable,
  customerId: CustomerId,
  { tombstones }: Pick<NewAccount, "tombstones">,
): Promise<void> {
  await tx.execute(TAKE_TOMBSTONES, [customerId, tombstones]);
}
