import type { CallPolicy } from "@veil/contracts/public/call-policy";
import type { KeyEntityPolicy } from "@veil/contracts/public/entity-policy";
import type { Tier } from "@veil/contracts/public/registration";
import type { Role } from "@veil/contracts/public/session";
import type { Database, Queryable } from "@veil/postgres-kit";
import { insertEvents } from "../../audit/postgres.ts";
import type { PepperedHash } from "../keys/account-secrets.ts";
import type { CustomerId, EntityListName } from "../keys/caller.ts";
import type { ListedSession, NewSession, Sessions, StoredSession } from "./ports.ts";

interface SessionRow {
  readonly session_hmac: Buffer;
  readonly pepper_version: number;
  readonly customer_id: CustomerId;
  readonly org_id: string;
  readonly scope_key_sealed: Buffer;
  readonly subject_key_sealed: Buffer | null;
  readonly email_sealed: Buffer;
  readonly tier: Tier;
  readonly managed_ai: boolean;
  readonly licence_expires_at: Date | null;
  readonly key_id: string | null;
  readonly member_id: string | null;
  readonly person_sealed: Buffer | null;
  readonly role: Role;
  readonly entity_policy: KeyEntityPolicy | null;
  readonly call_policy: CallPolicy | null;
  readonly entity_lists: readonly EntityListName[] | null;
  readonly expires_at: Date;
}

interface ListedSessionRow extends Omit<ListedSession, "keyId" | "memberId"> {
  readonly keyId: string | null;
  readonly memberId: string | null;
}

// A session ends when the key that started it is revoked or replaced.
const KEY_LASTS = "(s.key_id is null or k.revoked_at is null and k.expires_at is null)";

const FIND = `
select session_hmac, s.pepper_version, s.customer_id, org_id, scope_key_sealed, subject_key_sealed, email_sealed, tier, managed_ai,
  licence_expires_at, s.key_id, s.member_id, person_sealed, coalesce(role, 'owner') as role, entity_policy, call_policy, s.expires_at, (
    select json_agg(json_build_object('id', list_id, 'version', version) order by created_at, list_id)
    from entity_lists where entity_lists.customer_id = s.customer_id
  ) as entity_lists
from sessions s join customers c on c.customer_id = s.customer_id join organisations using (org_id)
  left join api_keys k on k.key_id = s.key_id left join members m on m.member_id = s.member_id
where session_hmac = any($1) and s.expires_at > $2 and ${KEY_LASTS}`;

// LOCK_KEY and LOCK_PASSWORD lock the session's key or password, so that it is not revoked or
// replaced while the session starts.
const LOCK_KEY = `
select key_id from api_keys where key_id = $1 and customer_id = $2 and revoked_at is null and expires_at is null
for share`;

const LOCK_PASSWORD = `
select customer_id from customer_passwords where hash = $1 and customer_id = $2 for share`;

const LOCK_MEMBER =
  "select member_id from members where member_id = $1 and customer_id = $2 for share";

const SESSIONS_KEPT = 20;

const DROP_OLD = `
delete from sessions where customer_id = $1 and (expires_at <= $2 or session_hmac in (
  select session_hmac from sessions where customer_id = $1 and member_id is not distinct from $3
  order by created_at desc offset ${SESSIONS_KEPT - 1}
))`;

const INSERT = `
insert into sessions (session_hmac, pepper_version, customer_id, key_id, member_id, created_at, expires_at)
values ($1, $2, $3, $4, $5, $6, $7)`;

const END = "delete from sessions where session_hmac = any($1)";

const LIST = `
select session_hmac as hash, s.key_id as "keyId", s.member_id as "memberId", s.created_at as "createdAt", s.expires_at as "expiresAt"
from sessions s left join api_keys k on k.key_id = s.key_id
where s.customer_id = $1 and s.expires_at > $2 and ${KEY_LASTS}
order by s.created_at desc`;

const END_ALL = `
delete from sessions where customer_id = $1 and ($2::text is null or member_id = $2)`;

export function createPostgresSessions(database: Database): Sessions {
  return {
    start: (session, event) =>
      database.transaction(async (tx) => {
        if (!(await holds(tx, session))) return false;
        const { hash, version } = session.hash;
        const { customerId, createdAt, expiresAt, proof } = session;
        const keyId = proof.kind === "key" ? proof.keyId : null;
        const memberId = proof.kind === "member" ? proof.memberId : null;
        await tx.execute(DROP_OLD, [customerId, createdAt, memberId]);
        const values = [hash, version, customerId, keyId, memberId, createdAt, expiresAt];
        await tx.execute(INSERT, values);
        await insertEvents(tx, [event]);
        return true;
      }),
    async find(lookups, now) {
      const row = await database.optional<SessionRow>(FIND, [hashesOf(lookups), now]);
      return row && toStoredSession(row);
    },
    end: (lookups, event) =>
      database.transaction(async (tx) => {
        if ((await tx.execute(END, [hashesOf(lookups)])) > 0) await insertEvents(tx, [event]);
      }),
    async list(customerId, now) {
      const rows = await database.query<ListedSessionRow>(LIST, [customerId, now]);
      return rows.map(({ keyId, memberId, ...row }) => ({
        ...{ ...row, keyId: keyId ?? undefined, memberId: memberId ?? undefined },
      }));
    },
    endAll: (customerId, event, memberId) =>
      database.transaction(async (tx) => {
        const ended = await tx.execute(END_ALL, [customerId, memberId ?? null]);
        if (ended > 0) await insertEvents(tx, [event]);
      }),
  };
}

async function holds(tx: Queryable, { customerId, proof }: NewSession): Promise<boolean> {
  switch (proof.kind) {
    case "key":
      return (await tx.optional(LOCK_KEY, [proof.keyId, customerId])) !== undefined;
    case "password":
      return (await tx.optional(LOCK_PASSWORD, [proof.passwordHash, customerId])) !== undefined;
    case "member":
      return (await tx.optional(LOCK_MEMBER, [proof.memberId, customerId])) !== undefined;
  }
}

function hashesOf(lookups: readonly PepperedHash[]): Uint8Array[] {
  return lookups.map(({ hash }) => hash);
}

function toStoredSession(row: SessionRow): StoredSession {
  return {
    hash: { hash: row.session_hmac, version: row.pepper_version },
    customerId: row.customer_id,
    organization: { orgId: row.org_id, sealedScopeKey: row.scope_key_sealed },
    sealedSubjectKey: row.subject_key_sealed ?? undefined,
    sealedEmail: row.email_sealed,
    tier: row.tier,
    managedAi: row.managed_ai,
    licenseExpiresAt: row.licence_expires_at ?? undefined,
    keyId: row.key_id ?? undefined,
    member: memberOf(row),
    role: row.role,
    entityPolicy: row.entity_policy ?? undefined,
    callPolicy: row.call_policy ?? undefined,
    entityLists: row.entity_lists ?? [],
    expiresAt: row.expires_at,
  };
}

function memberOf({ member_id: memberId, person_sealed: sealedPerson }: SessionRow) {
  return memberId === null || sealedPerson === null ? undefined : { memberId, sealedPerson };
}
