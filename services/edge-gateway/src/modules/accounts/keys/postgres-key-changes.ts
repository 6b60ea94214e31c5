import type { CallPolicy } from "@veil/contracts/public/call-policy";
import type { KeyEntityPolicy } from "@veil/contracts/public/entity-policy";
import type { Database, Queryable } from "@veil/postgres-kit";
import { insertEvents } from "../../audit/postgres.ts";
import { customerDeletedError } from "../customers/customer-deleted-error.ts";
import { insertApiKey } from "../customers/postgres-account-rows.ts";
import { repeatedOnConflict } from "../customers/postgres-conflict.ts";
import type { ApiKeys, CustomerKey, KeyChange } from "../ports.ts";
import type { KeyFamily } from "./api-key.ts";
import type { CustomerId } from "./caller.ts";

interface KeyRow {
  readonly key_id: string;
  readonly family: KeyFamily;
  readonly developer: boolean;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly entity_policy: KeyEntityPolicy | null;
  readonly call_policy: CallPolicy | null;
}

// Like every change of an account, it waits for those in progress. It does not block admissions.
const LOCK = "select 1 from customers where customer_id = $1 for no key update";

const LIST = `
select key_id, family, developer, created_at, last_used_at, expires_at, revoked_at, entity_policy, call_policy
from api_keys where customer_id = $1 order by created_at desc, key_id`;

const EXPIRE = "update api_keys set expires_at = $3 where customer_id = $1 and key_id = $2";
const REVOKE = "update api_keys set revoked_at = $3 where customer_id = $1 and key_id = $2";

const DROP_ENVELOPES = "delete from registration_envelopes where customer_id = $1 and key_id = $2";

// Only this key could open the maps.
const END_RELINK = `
with ended as (
  update jobs set relink_map = null
  where customer_id = $1 and key_id = $2 and relink_map is not null returning state, facts
)
select count(*) as jobs from ended where state in ('admitted', 'completed') and facts -> 'relink' = 'true'`;

export function postgresKeyChanges(database: Database): Pick<ApiKeys, "list" | "change"> {
  return {
    list: (customerId) => list(database, customerId),
    change: (customerId, decide) =>
      repeatedOnConflict(() =>
        database.transaction(async (tx) => {
          if ((await tx.query(LOCK, [customerId])).length === 0) throw customerDeletedError();
          const change = decide(await list(tx, customerId));
          return { relinkEndedJobs: await apply(tx, customerId, change) };
        }),
      ),
  };
}

async function list(queryable: Queryable, customerId: CustomerId): Promise<readonly CustomerKey[]> {
  return (await queryable.query<KeyRow>(LIST, [customerId])).map(toKey);
}

async function apply(
  tx: Queryable,
  customerId: CustomerId,
  { issued, ended, events }: KeyChange,
): Promise<number> {
  if (issued !== undefined) await insertApiKey(tx, customerId, issued);
  await insertEvents(tx, events);
  return ended === undefined ? 0 : await end(tx, customerId, ended);
}

async function end(
  tx: Queryable,
  customerId: CustomerId,
  { keyId, at, graceful }: NonNullable<KeyChange["ended"]>,
): Promise<number> {
  const key = [customerId, keyId];
  await tx.execute(DROP_ENVELOPES, key);
  await tx.execute(graceful ? EXPIRE : REVOKE, [...key, at]);
  if (graceful) return 0;
  const row = await tx.optional<{ jobs: number }>(END_RELINK, key);
  return row?.jobs ?? 0;
}

function toKey(row: KeyRow): CustomerKey {
  return {
    keyId: row.key_id,
    family: row.family,
    developer: row.developer,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
    entityPolicy: row.entity_policy ?? undefined,
    callPolicy: row.call_policy ?? undefined,
  };
}
