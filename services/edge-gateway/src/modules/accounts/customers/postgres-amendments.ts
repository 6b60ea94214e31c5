import type { Tier } from "@veil/contracts/public/registration";
import type { Database, Queryable } from "@veil/postgres-kit";
import { insertEvents } from "../../audit/postgres.ts";
import type { CustomerId } from "../keys/caller.ts";
import type { AccountChanges, Accounts, StoredAccount } from "../ports.ts";
import { customerDeletedError } from "./customer-deleted-error.ts";
import { insertProviderKey } from "./postgres-account-rows.ts";

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

// Like every change of an account, it waits for those in progress. It does not block admissions.
const LOCKED = `${FIND} for no key update of c`;

const AMEND = `
update customers set tier = coalesce($2, tier), managed_ai = coalesce($3, managed_ai),
  licence_expires_at = coalesce($4, licence_expires_at), email_sealed = coalesce($5, email_sealed),
  company_sealed = case when $6 then $7 else company_sealed end
where customer_id = $1`;

const DELETE_PROVIDER_KEY = "delete from provider_keys where customer_id = $1";

export function postgresAmendments(
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
