import type { Database } from "@veil/postgres-kit";
import { insertEvents } from "../../audit/postgres.ts";
import type { Members, StoredMember } from "./ports.ts";

interface CustomerRow {
  readonly org_id: string;
  readonly scope_key_sealed: Buffer;
  readonly subject_key_sealed: Buffer | null;
}

const FIND = `select member_id as "memberId" from members where person_hmac = any($1)`;

// The lock keeps the customer from being deleted before the member is stored.
const LOCK_CUSTOMER = `
select org_id, scope_key_sealed, subject_key_sealed
from customers join organisations using (org_id) where customer_id = $1 for share of customers`;

// Two first sign-ins of one person at once have two ids; the second keeps that of the first only if
// it is the same, and otherwise fails on the unique hash.
const STORE = `
insert into members (member_id, customer_id, person_hmac, pepper_version, person_sealed, role, created_at, signed_in_at)
values ($1, $2, $3, $4, $5, $6, $7, $7)
on conflict (member_id) do update set customer_id = excluded.customer_id, person_hmac = excluded.person_hmac,
  pepper_version = excluded.pepper_version, person_sealed = excluded.person_sealed, role = excluded.role,
  signed_in_at = excluded.signed_in_at`;

const END_OTHERS = "delete from sessions where member_id = $1 and customer_id <> $2";

const REMOVE_PERSON = "delete from members where person_hmac = any($1)";

const LIST = `
select member_id as "memberId", person_sealed as "sealedPerson", role, created_at as "createdAt", signed_in_at as "signedInAt"
from members where customer_id = $1 order by signed_in_at desc, member_id`;

const REMOVE = "delete from members where customer_id = $1 and member_id = $2";

export function createPostgresMembers(database: Database): Members {
  return {
    async find(lookups) {
      const hashes = lookups.map(({ hash }) => hash);
      return (await database.optional<{ memberId: string }>(FIND, [hashes]))?.memberId;
    },
    store: ({ memberId, customerId, person, sealedPerson, role, at }) =>
      database.transaction(async (tx) => {
        const customer = await tx.optional<CustomerRow>(LOCK_CUSTOMER, [customerId]);
        if (customer === undefined) return undefined;
        const { hash, version } = person;
        await tx.execute(STORE, [memberId, customerId, hash, version, sealedPerson, role, at]);
        await tx.execute(END_OTHERS, [memberId, customerId]);
        const { org_id: orgId, scope_key_sealed: sealedScopeKey } = customer;
        return {
          organization: { orgId, sealedScopeKey },
          sealedSubjectKey: customer.subject_key_sealed ?? undefined,
        };
      }),
    async removePerson(lookups) {
      await database.execute(REMOVE_PERSON, [lookups.map(({ hash }) => hash)]);
    },
    list: (customerId) => database.query<StoredMember>(LIST, [customerId]),
    remove: (customerId, memberId, event) =>
      database.transaction(async (tx) => {
        if ((await tx.execute(REMOVE, [customerId, memberId])) === 0) return false;
        await insertEvents(tx, [event]);
        return true;
      }),
  };
}
