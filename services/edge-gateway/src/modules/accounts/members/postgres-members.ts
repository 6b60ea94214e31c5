import type { Database } from "@veil/postgres-kit";
import { insertEvents } from "../../audit/postgres.ts";
import { repeatedOnConflict } from "../customers/postgres-account-rows.ts";
import type { Members, StoredMember } from "./ports.ts";

interface CustomerRow {
  readonly org_id: string;
  readonly scope_key_sealed: Buffer;
  readonly subject_key_sealed: Buffer | null;
}

const FIND = `select member_id as "memberId" from members where person_hmac = any($1) for update`;

// The lock keeps the customer from being deleted before the member is stored.
const LOCK_CUSTOMER = `
select org_id, scope_key_sealed, subject_key_sealed
from customers join organisations using (org_id) where customer_id = $1 for share of customers`;

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
    signIn: (lookups, decide) =>
      // When a person signs in twice at once for the first time, the second sign-in fails on the
      // unique hash, and finds the first one when it is repeated.
      repeatedOnConflict(() =>
        database.transaction(async (tx) => {
          const hashes = lookups.map((lookup) => lookup.hash);
          const known = await tx.optional<{ memberId: string }>(FIND, [hashes]);
          const { memberId, customerId, ...member } = decide(known?.memberId);
          const customer = await tx.optional<CustomerRow>(LOCK_CUSTOMER, [customerId]);
          if (customer === undefined) return undefined;
          const { person, sealedPerson, role, at } = member;
          const { hash, version } = person;
          await tx.execute(STORE, [memberId, customerId, hash, version, sealedPerson, role, at]);
          await tx.execute(END_OTHERS, [memberId, customerId]);
          return { memberId, ...accountOf(customer) };
        }),
      ),
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

function accountOf({ org_id, scope_key_sealed, subject_key_sealed }: CustomerRow) {
  return {
    organization: { orgId: org_id, sealedScopeKey: scope_key_sealed },
    sealedSubjectKey: subject_key_sealed ?? undefined,
  };
}
