import type { Database, Queryable } from "@veil/postgres-kit";
import { insertEvents } from "../../audit/postgres.ts";
import type { CustomerId } from "../keys/caller.ts";
import type { Passwords } from "./ports.ts";

interface PasswordRow {
  readonly customer_id: CustomerId;
  readonly org_id: string;
  readonly scope_key_sealed: Buffer;
  readonly subject_key_sealed: Buffer | null;
  readonly hash: string;
}

const FIND = `
select customer_id, org_id, scope_key_sealed, subject_key_sealed, hash
from customers join organisations using (org_id) join customer_passwords using (customer_id)
where email_lookup = any($1)`;

const LOCK_CUSTOMER = "select customer_id from customers where customer_id = $1 for no key update";

const SET = `
insert into customer_passwords (customer_id, hash, set_at) values ($1, $2, $3)
on conflict (customer_id) do update set hash = excluded.hash, set_at = excluded.set_at`;

const REMOVE = "delete from customer_passwords where customer_id = $1";

// Runs after the change of the password, so that a session that starts at the same time waits for
// the change and then finds that its password is no longer valid.
const END_SESSIONS = "delete from sessions where customer_id = $1";

export function createPostgresPasswords(database: Database): Passwords {
  return {
    async findByEmail(lookups) {
      const hashes = lookups.map(({ hash }) => hash);
      const row = await database.optional<PasswordRow>(FIND, [hashes]);
      if (row === undefined) return undefined;
      const organization = { orgId: row.org_id, sealedScopeKey: row.scope_key_sealed };
      return {
        customerId: row.customer_id,
        organization,
        sealedSubjectKey: row.subject_key_sealed ?? undefined,
        hash: row.hash,
      };
    },
    set: (customerId, hash, event) =>
      database.transaction(async (tx) => {
        if ((await tx.optional(LOCK_CUSTOMER, [customerId])) === undefined) return false;
        await change(tx, customerId, hash, new Date(event.occurred_at));
        await tx.execute(END_SESSIONS, [customerId]);
        await insertEvents(tx, [event]);
        return true;
      }),
  };
}

async function change(tx: Queryable, customerId: CustomerId, hash: string | undefined, at: Date) {
  if (hash === undefined) await tx.execute(REMOVE, [customerId]);
  else await tx.execute(SET, [customerId, hash, at]);
}
