import type { Tier } from "@veil/contracts/public/registration";
import type { Database, Queryable } from "@veil/postgres-kit";
import { insertEvents } from "../../audit/postgres.ts";
import type { PepperedHash } from "../keys/account-secrets.ts";
import type { CustomerId } from "../keys/caller.ts";
import type {
  AccountChanges,
  Accounts,
  Customer,
  NewAccount,
  ProofKind,
  RegistrationEnvelope,
  StoredAccount,
} from "../ports.ts";
import { customerDeletedError } from "./account-deletion.ts";
import { insertAccount, insertProviderKey, repeatedOnConflict } from "./postgres-account-rows.ts";

interface CustomerRow {
  readonly customer_id: CustomerId;
  readonly tier: Tier;
  readonly managed_ai: boolean;
  readonly org_id: string;
  readonly scope_key_sealed: Buffer;
  readonly subject_key_sealed: Buffer | null;
}

const FIND_BY_EMAIL = `
select customer_id, tier, managed_ai, org_id, scope_key_sealed, subject_key_sealed
from customers join organisations using (org_id) where email_lookup = any($1)`;

const LOCK_ADDRESS = "select pg_advisory_xact_lock($1)";

export function createPostgresAccounts(database: Database): Accounts {
  return {
    ...postgresEnvelopes(database),
    ...postgresAmendments(database),
    ...postgresAccountDeletion(database),
    findByEmail: (lookups) => findByEmail(database, lookups),
    async create(account, events) {
      const { emailLookups } = account;
      return await database.transaction(async (tx) => {
        await lockAddress(tx, emailLookups);
        const known = await findByEmail(tx, emailLookups);
        if (known !== undefined) return known;
        await insertAccount(tx, account);
        await takeTombstones(tx, account.customer.customerId, account);
        await insertEvents(tx, events);
        return undefined;
      });
    },
  };
}

async function findByEmail(
  queryable: Queryable,
  lookups: readonly PepperedHash[],
): Promise<Customer | undefined> {
  const hashes = lookups.map(({ hash }) => hash);
  const row = await queryable.optional<CustomerRow>(FIND_BY_EMAIL, [hashes]);
  if (row === undefined) return undefined;
  return {
    customerId: row.customer_id,
    organization: { orgId: row.org_id, sealedScopeKey: row.scope_key_sealed },
    sealedSubjectKey: row.subject_key_sealed ?? undefined,
    tier: row.tier,
    managedAi: row.managed_ai,
  };
}

/**
 * Locks an address so that registrations of it run one after the other. The lock number is derived
 * from the hash with the lowest pepper version, which all replicas know during a rotation. The
 * unique index alone is not sufficient, because hashes with different pepper versions differ.
 */
async function lockAddress(tx: Queryable, lookups: readonly PepperedHash[]): Promise<void> {
  const [lowest] = [...lookups].sort((a, b) => a.version - b.version);
  await tx.query(LOCK_ADDRESS, [lowest?.hash.readBigInt64BE().toString()]);
}

interface AccountRow {
  readonly customer_id: CustomerId;
  readonly org_id: string;
  readonly tier: Tier;
  readonly managed_ai: boolean;
  readonly licence_expires_at: Date | null;
  readonly email_sealed: Buffer;
  readonly company_sealed: Buffer | null;
  readonly created_at: Date;
  readonly provider: string | null;
}

const FIND = `
select c.customer_id, org_id, tier, managed_ai, licence_expires_at, email_sealed, company_sealed, c.created_at,
  provider
from customers c left join provider_keys p on p.customer_id = c.customer_id
where c.customer_id = $1`;

// Waits for other changes of the account that are in progress. Does not block admissions.
const LOCKED = `${FIND} for no key update of c`;

const AMEND = `
update customers set tier = coalesce($2, tier), managed_ai = coalesce($3, managed_ai),
  licence_expires_at = coalesce($4, licence_expires_at), email_sealed = coalesce($5, email_sealed),
  company_sealed = case when $6 then $7 else company_sealed end
where customer_id = $1`;

const DELETE_PROVIDER_KEY = "delete from provider_keys where customer_id = $1";

function postgresAmendments(
  database: Database,
): Pick<Accounts, "find" | "amend" | "removeProviderKey"> {
  return {
    find: (customerId) => find(database, FIND, customerId),
    amend: (customerId, decide) =>
      database.transaction(async (tx) => {
        const { changes, event } = decide(await locked(tx, customerId)) ?? {};
        if (changes !== undefined) await amend(tx, customerId, changes);
        if (event !== undefined) await insertEvents(tx, [event]);
      }),
    removeProviderKey: (customerId, event) =>
      database.transaction(async (tx) => {
        const { managedAi } = await locked(tx, customerId);
        const removed = await tx.execute(DELETE_PROVIDER_KEY, [customerId]);
        if (removed > 0) await insertEvents(tx, [event]);
        return { managedAi };
      }),
  };
}

async function locked(tx: Queryable, customerId: CustomerId): Promise<StoredAccount> {
  const stored = await find(tx, LOCKED, customerId);
  if (stored === undefined) throw customerDeletedError();
  return stored;
}

async function find(
  queryable: Queryable,
  statement: string,
  customerId: CustomerId,
): Promise<StoredAccount | undefined> {
  const row = await queryable.optional<AccountRow>(statement, [customerId]);
  return row && toAccount(row);
}

async function amend(tx: Queryable, customerId: CustomerId, changes: AccountChanges) {
  const { tier, managedAi, licenseExpiresAt, sealedEmail, sealedCompany, providerKey } = changes;
  const given = [tier ?? null, managedAi ?? null, licenseExpiresAt ?? null, sealedEmail ?? null];
  const company = [sealedCompany !== undefined, sealedCompany ?? null];
  await tx.execute(AMEND, [customerId, ...given, ...company]);
  if (providerKey === undefined) return;
  await tx.execute(DELETE_PROVIDER_KEY, [customerId]);
  await insertProviderKey(tx, customerId, providerKey);
}

function toAccount(row: AccountRow): StoredAccount {
  return {
    customerId: row.customer_id,
    orgId: row.org_id,
    tier: row.tier,
    managedAi: row.managed_ai,
    licenseExpiresAt: row.licence_expires_at ?? undefined,
    sealedEmail: row.email_sealed,
    sealedCompany: row.company_sealed ?? undefined,
    createdAt: row.created_at,
    provider: row.provider ?? undefined,
  };
}

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

function postgresAccountDeletion(database: Database): Pick<Accounts, "delete"> {
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

/** Gives a new customer this month's usage of a deleted customer with the same address. */
async function takeTombstones(
  tx: Queryable,
  customerId: CustomerId,
  { tombstones }: Pick<NewAccount, "tombstones">,
): Promise<void> {
  await tx.execute(TAKE_TOMBSTONES, [customerId, tombstones]);
}

interface EnvelopeRow {
  readonly kind: ProofKind;
  readonly key_id: string;
  readonly sealed_key: Buffer;
  readonly uses_left: number | null;
  readonly expires_at: Date | null;
}

const VALID = `
select kind, key_id, sealed_key, uses_left, e.expires_at
from registration_envelopes e join api_keys using (customer_id, key_id)
where customer_id = $1 and revoked_at is null and api_keys.expires_at is null
  and (e.expires_at is null or e.expires_at > $2) and (uses_left is null or uses_left > 0)`;

const SPEND = `
update registration_envelopes set uses_left = uses_left - 1
where customer_id = $1 and kind = $2 and uses_left > 0`;

const DROP_EXPIRED = "delete from registration_envelopes where expires_at <= $1";

function postgresEnvelopes(
  database: Database,
): Pick<Accounts, "envelopes" | "spendEnvelope" | "dropExpiredEnvelopes"> {
  return {
    async envelopes(customerId, now) {
      return (await database.query<EnvelopeRow>(VALID, [customerId, now])).map(toEnvelope);
    },
    async spendEnvelope(customerId, kind) {
      return (await database.execute(SPEND, [customerId, kind])) > 0;
    },
    async dropExpiredEnvelopes(now) {
      await database.execute(DROP_EXPIRED, [now]);
    },
  };
}

function toEnvelope(row: EnvelopeRow): RegistrationEnvelope {
  return {
    kind: row.kind,
    keyId: row.key_id,
    sealedKey: row.sealed_key,
    ...(row.uses_left !== null && { usesLeft: row.uses_left }),
    ...(row.expires_at !== null && { expiresAt: row.expires_at }),
  };
}
