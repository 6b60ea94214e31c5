import type { Tier } from "@veil/contracts/public/registration";
import type { Database, Queryable } from "@veil/postgres-kit";
import { insertEvents } from "../../audit/postgres.ts";
import type { PepperedHash } from "../keys/account-secrets.ts";
import type { CustomerId } from "../keys/caller.ts";
import type { Accounts, Customer } from "../ports.ts";
import { postgresEnvelopes } from "../registration/postgres-registration-envelopes.ts";
import { postgresAccountDeletion, takeTombstones } from "./postgres-account-deletion.ts";
import { insertAccount } from "./postgres-account-rows.ts";
import { postgresAmendments } from "./postgres-amendments.ts";

interface CustomerRow {
  readonly customer_id: CustomerId;
  readonly tier: Tier;
  readonly managed_ai: boolean;
  readonly org_id: string;
  readonly scope_key_sealed: Buffer;
  readonly subject_key_sealed: Buffer | null;
}

const FIND = `
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
  const row = await queryable.optional<CustomerRow>(FIND, [hashes]);
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
 * Serializes registrations of an address. The lock's number comes from the lowest pepper version,
 * which all replicas know during a rotation; the unique index alone would not match hashes of
 * different versions.
 */
async function lockAddress(tx: Queryable, lookups: readonly PepperedHash[]): Promise<void> {
  const [lowest] = [...lookups].sort((a, b) => a.version - b.version);
  await tx.query(LOCK_ADDRESS, [lowest?.hash.readBigInt64BE().toString()]);
}
