import type { AuditEvent } from "@veil/contracts/audit";
import type { CallPolicy } from "@veil/contracts/public/call-policy";
import type { KeyEntityPolicy } from "@veil/contracts/public/entity-policy";
import type { Tier } from "@veil/contracts/public/registration";
import type { Database, Queryable } from "@veil/postgres-kit";
import { insertEvents } from "../../audit/postgres.ts";
import { customerDeletedError } from "../customers/account-deletion.ts";
import {
  insertApiKey,
  policyValue,
  repeatedOnConflict,
} from "../customers/postgres-account-rows.ts";
import type { ApiKeys, CustomerKey, KeyChange, StoredApiKey } from "../ports.ts";
import type { KeyFamily } from "./api-key.ts";
import type { CustomerId, EntityListName } from "./caller.ts";

interface KeyRow {
  readonly key_id: string;
  readonly customer_id: CustomerId;
  readonly tier: Tier;
  readonly developer: boolean;
  readonly calls_only: boolean;
  readonly managed_ai: boolean;
  readonly licence_expires_at: Date | null;
  readonly org_id: string;
  readonly scope_key_sealed: Buffer;
  readonly subject_key_sealed: Buffer | null;
  readonly key_hmac: Buffer;
  readonly pepper_version: number;
  readonly last_used_at: Date | null;
  readonly expires_at: Date | null;
  readonly entity_policy: KeyEntityPolicy | null;
  readonly call_policy: CallPolicy | null;
  readonly entity_lists: readonly EntityListName[] | null;
}

const FIND = `
select key_id, customer_id, tier, developer, calls_only, managed_ai, licence_expires_at, org_id,
  scope_key_sealed, subject_key_sealed, key_hmac, pepper_version, last_used_at, expires_at, entity_policy, call_policy, (
    select json_agg(json_build_object('id', list_id, 'version', version) order by created_at, list_id)
    from entity_lists where entity_lists.customer_id = api_keys.customer_id
  ) as entity_lists
from api_keys join customers using (customer_id) join organisations using (org_id)
where key_id = $1 and revoked_at is null`;

const setPolicy = (column: "entity_policy" | "call_policy") => `
with done as (
  update api_keys set ${column} = $2 where key_id = $1 and revoked_at is null returning key_id
), noted as (
  insert into event_outbox (event_id, event) select $3::uuid, $4::jsonb from done
)
select key_id from done`;

const SET_ENTITY_POLICY = setPolicy("entity_policy");
const SET_CALL_POLICY = setPolicy("call_policy");

const RECORD_USE = `
update api_keys set last_used_at = date_trunc('hour', $2::timestamptz),
  key_hmac = coalesce($3, key_hmac), pepper_version = coalesce($4, pepper_version)
where key_id = $1`;

const KEEP_SUBJECT_KEY = "select keep_subject_key($1, $2) as sealed";

export function createPostgresApiKeys(database: Database): ApiKeys {
  async function set(sql: string, keyId: string, policy: object | undefined, event: AuditEvent) {
    const values = [keyId, policyValue(policy), event.event_id, JSON.stringify(event)];
    return (await database.query(sql, values)).length > 0;
  }

  return {
    ...postgresKeyChanges(database),
    async find(keyId) {
      const row = await database.optional<KeyRow>(FIND, [keyId], { name: "find-api-key" });
      return row && toStoredApiKey(row);
    },
    async recordUse(keyId, at, rehashed) {
      const values = [keyId, at, rehashed?.hash ?? null, rehashed?.version ?? null];
      await database.execute(RECORD_USE, values);
    },
    async keepSubjectKey(customerId, sealed) {
      const values = [customerId, sealed];
      const row = await database.optional<{ sealed: Buffer | null }>(KEEP_SUBJECT_KEY, values);
      return row?.sealed ?? undefined;
    },
    setEntityPolicy: (keyId, policy, event) => set(SET_ENTITY_POLICY, keyId, policy, event),
    setCallPolicy: (keyId, policy, event) => set(SET_CALL_POLICY, keyId, policy, event),
  };
}

function toStoredApiKey(row: KeyRow): StoredApiKey {
  return {
    keyId: row.key_id,
    customerId: row.customer_id,
    tier: row.tier,
    developer: row.developer,
    ...(row.calls_only && { callsOnly: true }),
    managedAi: row.managed_ai,
    licenseExpiresAt: row.licence_expires_at ?? undefined,
    orgId: row.org_id,
    sealedScopeKey: row.scope_key_sealed,
    sealedSubjectKey: row.subject_key_sealed ?? undefined,
    hash: { hash: row.key_hmac, version: row.pepper_version },
    lastUsedAt: row.last_used_at ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    entityPolicy: row.entity_policy ?? undefined,
    callPolicy: row.call_policy ?? undefined,
    entityLists: row.entity_lists ?? [],
  };
}

interface ListedKeyRow {
  readonly key_id: string;
  readonly family: KeyFamily;
  readonly developer: boolean;
  readonly calls_only: boolean;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly entity_policy: KeyEntityPolicy | null;
  readonly call_policy: CallPolicy | null;
}

// Waits for other changes of the account that are in progress. Does not block admissions.
const LOCK = "select 1 from customers where customer_id = $1 for no key update";

const LIST = `
select key_id, family, developer, calls_only, created_at, last_used_at, expires_at, revoked_at, entity_policy, call_policy
from api_keys where customer_id = $1 order by created_at desc, key_id`;

const EXPIRE = "update api_keys set expires_at = $3 where customer_id = $1 and key_id = $2";
const REVOKE = "update api_keys set revoked_at = $3 where customer_id = $1 and key_id = $2";

const DROP_ENVELOPES = "delete from registration_envelopes where customer_id = $1 and key_id = $2";

// Deletes the maps of the key's jobs, which no other key can open.
const END_RELINK = `
with ended as (
  update jobs set relink_map = null
  where customer_id = $1 and key_id = $2 and relink_map is not null returning state, facts
)
select count(*) as jobs from ended where state in ('admitted', 'completed') and facts -> 'relink' = 'true'`;

function postgresKeyChanges(database: Database): Pick<ApiKeys, "list" | "change"> {
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
  return (await queryable.query<ListedKeyRow>(LIST, [customerId])).map(toKey);
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

function toKey(row: ListedKeyRow): CustomerKey {
  return {
    keyId: row.key_id,
    family: row.family,
    developer: row.developer,
    ...(row.calls_only && { callsOnly: true }),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
    entityPolicy: row.entity_policy ?? undefined,
    callPolicy: row.call_policy ?? undefined,
  };
}
